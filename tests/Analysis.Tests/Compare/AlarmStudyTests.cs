using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>The A/A study at one seed; the bench runs it over many (docs/analysis.md).</summary>
public class AlarmStudyTests
{
    private static readonly Lazy<(SweepSummary A, SweepSummary B)> Equal = new(() => new AlarmStudy().Sweeps());

    [Fact]
    public void EqualDistributions_RaiseFalseAlarmsInFivePerCent()
    {
        double alarms = Share(AlarmStudy.Compare(Equal.Value, family: 1), result => result.IsAlarm);
        alarms.ShouldBeInRange(0.03, 0.07);
    }

    [Fact]
    public void EqualDistributionsAtFivePointsEach_RaiseNoMoreThanAsOnePoint() =>
        Share(AlarmStudy.Compare(Equal.Value, family: 5), result => result.IsAlarm).ShouldBeLessThanOrEqualTo(0.075, "3 of 40: Holm corrects the five");

    [Fact]
    public void TenPerCentFaster_IsFound()
    {
        var results = new AlarmStudy { Ratio = 1.1 }.Run();
        Share(results, result => result.Verdict == OverallVerdict.Faster).ShouldBeGreaterThan(0.95);
        results.ShouldAllBe(result => result.Verdict != OverallVerdict.Slower);
    }

    private static double Share(IReadOnlyList<AlarmResult> results, Func<AlarmResult, bool> which) =>
        (double)results.Count(which) / results.Count;
}
