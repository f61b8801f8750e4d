using System.Collections.Concurrent;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>The A/A study at one seed; the bench runs it over many (docs/explanation/statistics.md).</summary>
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
        Share(AlarmStudy.Compare(Equal.Value, family: 5), result => result.IsAlarm)
            .ShouldBeLessThanOrEqualTo(0.075, "3 of 40: Holm corrects the five");

    /// <summary>
    /// The rate over many seeds is 7.6 %, that of trials that count as independent 25 % (docs/explanation/statistics.md).
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void EqualDistributionsOfDependentTrials_RaiseFalseAlarmsInLessThanEightPerCent()
    {
        var results = Enumerable.Range(1, 3)
            .SelectMany(seed => new AlarmStudy { Autocorrelation = 0.5, Seed = (ulong)seed }.Run()).ToList();
        Share(results, result => result.IsAlarm).ShouldBeLessThan(0.08);
    }

    /// <summary>A loss of exactly what is allowed: the gate's false alarms, over 200 comparisons.</summary>
    [Theory]
    [InlineData(RegressionGate.Interval, 0.0, 0.05)]
    [InlineData(RegressionGate.Estimate, 0.3, 0.6)]
    public void Gate_LossOfTheAllowance_FailsAsOftenAsStated(RegressionGate gate, double least, double most) =>
        Failing(gate, ratio: 0.95).ShouldBeInRange(least, most);

    /// <summary>A loss within the allowance, which a gate by the estimate fails in a fifth of builds.</summary>
    [Theory]
    [InlineData(RegressionGate.Interval, 0.0, 0.02)]
    [InlineData(RegressionGate.Estimate, 0.1, 0.35)]
    public void Gate_LossWithinTheAllowance_FailsAsOftenAsStated(RegressionGate gate, double least, double most) =>
        Failing(gate, ratio: 0.96).ShouldBeInRange(least, most);

    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(0.90, 0.3, 0.7)]
    [InlineData(0.85, 0.9, 1.0)]
    public void Gate_LossBeyondTheAllowance_IsFoundAsOftenAsStated(double ratio, double least, double most) =>
        Failing(RegressionGate.Interval, ratio).ShouldBeInRange(least, most);

    private static readonly ConcurrentDictionary<double, Lazy<(SweepSummary A, SweepSummary B)>> Losses = new();

    private static double Failing(RegressionGate gate, double ratio)
    {
        var sweeps = Losses.GetOrAdd(ratio, _ => new(() => new AlarmStudy { Ratio = ratio, Comparisons = 200 }.Sweeps())).Value;
        return Share(AlarmStudy.Compare(sweeps, family: 1, threshold: 0.05, gate), result => result.IsRegression);
    }

    [Fact]
    public void TenPerCentFaster_IsFound()
    {
        var results = new AlarmStudy { Ratio = 1.1 }.Run();
        Share(results, result => result.Verdict == OverallVerdict.Faster).ShouldBeGreaterThan(0.8);
        results.ShouldAllBe(result => result.Verdict != OverallVerdict.Slower);
    }

    private static double Share(IReadOnlyList<AlarmResult> results, Func<AlarmResult, bool> which) =>
        (double)results.Count(which) / results.Count;
}
