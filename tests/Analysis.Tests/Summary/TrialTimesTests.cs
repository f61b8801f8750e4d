using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>Trials by duration: what varies is how many records they had, not how long they took.</summary>
public class TrialTimesTests
{
    private static readonly FakeSweep ByRecords = new() { Noise = 0.1, Records = [100_000] };

    /// <summary>The same rates, from trials that each took 10 s.</summary>
    private static readonly FakeSweep ByDuration = ByRecords with
    {
        At = point => point with { DurationS = 10 },
        Trial = trial =>
        {
            long records = (long)(trial.RecordsPerS * 10);
            return trial with
            {
                ElapsedS = 10,
                AcknowledgedRecords = records,
                Sources = [.. trial.Sources.Select((s, i) => s with
                {
                    AcknowledgedRecords = (records + i) / 2,
                    ScheduledRecords = (records + i) / 2,
                })],
                Audit = trial.Audit! with { ExpectedRecords = records, StoredRecords = records },
            };
        },
    };

    [Fact]
    public void Of_ByDuration_FiguresAreThoseOfTheSameRatesByRecords()
    {
        var byRecords = ByRecords.Summary.Points[0];
        var byDuration = ByDuration.Summary.Points[0];

        byDuration.Throughput!.RecordsPerS.ShouldBe(byRecords.Throughput!.RecordsPerS, 1e-5 * byRecords.Throughput.RecordsPerS);
        Width(byDuration.Throughput).ShouldBe(Width(byRecords.Throughput), 1e-3 * Width(byRecords.Throughput));
        byDuration.ElapsedS!.Cv!.Value.ShouldBe(byRecords.ElapsedS!.Cv!.Value, 1e-4);
        byDuration.Steady.TrendP!.Value.ShouldBe(byRecords.Steady.TrendP!.Value, 1e-9);
        byDuration.Normality!.P.ShouldBe(byRecords.Normality!.P, 1e-4);
        byDuration.Rules.Single(rule => rule.Rule == 3).Label.ShouldBe(byRecords.Rules.Single(rule => rule.Rule == 3).Label);
    }

    [Fact]
    public void Of_ByDuration_RecordsAreThoseThatWere()
    {
        var point = ByDuration.Summary.Points[0];

        point.TotalRecords.ShouldBe((long)Math.Round(point.Measured.Average(trial => (double)trial.AcknowledgedRecords)));
        point.SpaceSlope.ShouldBeNull();
        point.Rules.Single(rule => rule.Rule == 15).Label.ShouldBeNull();
    }

    /// <summary>
    /// Nine trials of about a million records in 10 s, and one of none: the times are all 10 s, and would give an interval of no
    /// width.
    /// </summary>
    [Fact]
    public void Of_ByDurationWithATrialWithoutRecords_HasNoInterval()
    {
        var sweep = ByDuration with
        {
            Trial = trial => trial.Trial == 9
                ? ByDuration.Trial(trial)! with { AcknowledgedRecords = 0, RecordsPerS = 0 } : ByDuration.Trial(trial),
        };
        var point = sweep.Summary.Points[0];
        point.Throughput!.RecordsPerS.ShouldBe(0.9 * ByDuration.Summary.Points[0].Throughput!.RecordsPerS,
            0.05 * point.Throughput.RecordsPerS);
        point.Throughput.IntervalRecordsPerS.ShouldBeNull();
        point.Throughput.BootstrapIntervalRecordsPerS.ShouldBeNull();
        point.BearsClaims.ShouldBeFalse();
        var compared = Comparison.Of(ByDuration.Summary, sweep.Summary, 0.05).Points[0];
        compared.RatioInterval.ShouldBeNull();
        compared.Verdict.ShouldBe(PointVerdict.NotEnoughData);
        compared.IsRegression.ShouldBeFalse();
        compared.MoreTrials.ShouldBeNull("more trials do not take away the one without a record");
    }

    /// <summary>What the trial without a record took would count as that of one record.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_ByDurationWithTrialsWithoutRecords_CostOfARecordIsThatOfTheOthers(bool all)
    {
        var sweep = ByDuration with
        {
            Trial = trial => all || trial.Trial == 9
                ? ByDuration.Trial(trial)! with { AcknowledgedRecords = 0, RecordsPerS = 0 }
                : ByDuration.Trial(trial)! with { ClientAllocatedBytes = 10 * ByDuration.Trial(trial)!.AcknowledgedRecords },
        };
        var table = ResourceTable.PerRecord(new StoredResult("f", sweep.Manifest, sweep.Summary));
        string? Cell(string column) =>
            table.Headers.ToList().IndexOf(column) is >= 0 and var place ? table.Rows[0][place] : null;

        Cell("allocated bytes/record").ShouldBe(all ? "0.000" : "10.00");
        (Cell("client CPU us/record") is { } cpu ? double.Parse(cpu, CultureInfo.InvariantCulture) : 0)
            .ShouldBeInRange(0, 10);
        (Cell("written bytes/record") is null).ShouldBe(all);
    }

    /// <summary>
    /// One trial took twice as long, another counted no record: ranks and what is left without the slow one would rest on times
    /// that are the duration.
    /// </summary>
    [Fact]
    public void Of_ByDurationWithATrialWithoutRecordsAndASlowOne_HasNoRanksAndNoIntervalWithoutIt()
    {
        var sweep = ByDuration with
        {
            Trial = trial => ByDuration.Trial(trial)! with
            {
                ElapsedS = trial.Trial == 12 ? 20 : 10 + (0.001 * trial.Trial),
                AcknowledgedRecords = trial.Trial == 9 ? 0 : 1_000_000,
                RecordsPerS = trial.Trial == 9 ? 0 : 1_000_000 / (trial.Trial == 12 ? 20 : 10 + (0.001 * trial.Trial)),
            },
        };
        var without = sweep.Summary.Points[0].WithoutOutliers.ShouldNotBeNull();
        without.Flagged.ShouldBe(1);
        without.IntervalRecordsPerS.ShouldBeNull();
        Comparison.Of(ByDuration.Summary, sweep.Summary, 0.05).Points[0].ByRanks.ShouldBeNull();
    }

    private static double Width(Throughput throughput) =>
        throughput.IntervalRecordsPerS is { } interval ? interval.High - interval.Low : throw new InvalidOperationException();
}
