using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class SweepSummaryTests
{
    private static readonly FakeSweep Good = new();

    [Fact]
    public void Of_CompleteSweep_HasRecordsByMeanTimeOfTheMeasuredTrials()
    {
        var point = Good.Summary.Points[0];
        double[] times =
        [
            .. Good.Journal.OfType<TrialResult>().Where(t => t.Point == point.Point && !t.WarmUp).Select(t => t.ElapsedS),
        ];
        times.Length.ShouldBe(10);
        point.Throughput!.RecordsPerS.ShouldBe(100_000 / times.Average(), 1e-6);
        point.Throughput.RatesRecordsPerS.Mean.ShouldBe(times.Average(t => 100_000 / t), 1e-6);
        point.Throughput.IntervalRecordsPerS!.Value.Contains(point.Throughput.RecordsPerS).ShouldBeTrue();
        point.QuiescentRecordsPerS!.Value.ShouldBe(100_000 / (times.Average() + 0.25), 1e-6);
        point.Trials.ShouldBe(new TrialCounts
        {
            Planned = 13,
            Measured = 10,
            WarmUp = 3,
            Incomplete = 0,
            Invalid = 0,
            Unreachable = 0,
            NotRun = 0,
            Superseded = 0,
        });
        point.Runs.Count.ShouldBe(13);
        point.Calibration!.Factor!.Value.ShouldBe(2_000_000 / point.Throughput.RecordsPerS, 1e-9);
    }

    [Fact]
    public void Of_WarmUpTrials_ChangeNoFigure()
    {
        var slow = Good with { Trial = trial => trial.WarmUp ? FakeSweep.WithElapsed(trial, 100) : trial };
        slow.Summary.Points[0].Throughput.ShouldBe(Good.Summary.Points[0].Throughput);
        slow.Summary.Points[0].Latency.ShouldBe(Good.Summary.Points[0].Latency);
    }

    [Theory]
    [InlineData(TrialStatus.Incomplete)]
    [InlineData(TrialStatus.Invalid)]
    [InlineData(TrialStatus.Unreachable)]
    public void Of_TrialThatIsNotComplete_CountsApartAndChangesNoMean(TrialStatus status)
    {
        var sweep = Good with
        {
            Trial = trial => trial.Trial == 13 ? FakeSweep.WithElapsed(trial, 1000) with { Status = status } : trial,
        };
        var point = sweep.Summary.Points[0];
        point.Trials.Measured.ShouldBe(9);
        (point.Trials.Incomplete + point.Trials.Invalid + point.Trials.Unreachable).ShouldBe(1);
        point.ElapsedS!.Max.ShouldBeLessThan(2);
        point.Audit.Verdict.ShouldBe(status == TrialStatus.Invalid ? AuditVerdict.Failed : AuditVerdict.Passed);
    }

    [Fact]
    public void Of_RetriedRecords_DoNotCountAsThroughput()
    {
        var sweep = Good with
        {
            Trial = trial => trial with
            {
                RetriedRecords = 10_000,
                Retries = 10,
                RecordsPerS = (trial.AcknowledgedRecords - 10_000) / trial.ElapsedS,
            },
        };
        var point = sweep.Summary.Points[0];
        (point.Throughput!.RecordsPerS / Good.Summary.Points[0].Throughput!.RecordsPerS).ShouldBe(0.9, 1e-12);
        point.Faults.ShouldBe(
            new FaultCounts { Retries = 100, RetriedRecords = 100_000, FailedRecords = 0, ResolvedBatches = 0 });
    }

    [Fact]
    public void Of_PointWithoutCompleteTrial_IsAMissingValueWithItsReason()
    {
        var sweep = Good with
        {
            Trial = trial => trial.Point.RecordsPerSource == 50_000
                ? trial with { Status = TrialStatus.Unreachable, Error = "connection refused" }
                : trial,
        };
        var point = sweep.Summary.Points[0];
        point.IsMissing.ShouldBeTrue();
        point.MissingReason.ShouldBe("13 of 13 trials failed, the last one unreachable: connection refused");
        point.Throughput.ShouldBeNull();
        point.Space.ShouldBeNull();
        point.SpaceSlope.ShouldBeNull("one size is left");
        sweep.Summary.Points.Count.ShouldBe(2);
    }

    [Fact]
    public void Of_EmptyJournal_HasEveryPointMissing()
    {
        var summary = Summarizer.Of(Good.Manifest, []);
        summary.Points.ShouldAllBe(point => point.MissingReason == "No trial has run.");
        summary.TrialsNotRun.ShouldBe(26);
    }

    [Fact]
    public void Of_TrialWrittenTwice_TakesTheLastLine()
    {
        var first = Good.Journal.OfType<TrialResult>().First() with { Status = TrialStatus.Incomplete };
        var summary = Summarizer.Of(Good.Manifest, [first, .. Good.Journal]);
        var point = summary.Points.Single(point => point.Point == first.Point);
        point.Trials.Superseded.ShouldBe(1);
        point.Runs.Count.ShouldBe(13);
        point.Runs.ShouldAllBe(run => run.Status == TrialStatus.Complete);
    }

    [Fact]
    public void Of_TrialOfAForeignPoint_Throws() =>
        Should.Throw<ArgumentException>(() => Summarizer.Of((Good with { Records = [50_000] }).Manifest, Good.Journal));

    [Fact]
    public void Of_AnyOrderOfLines_GivesTheSameSummary()
    {
        var reversed = Summarizer.Of(Good.Manifest, [.. Good.Journal.Reverse()]);
        reversed.Points.Zip(Good.Summary.Points).ShouldAllBe(pair => pair.First.Throughput == pair.Second.Throughput);
        reversed.Points.Zip(Good.Summary.Points).ShouldAllBe(pair => pair.First.Steady == pair.Second.Steady);
    }

    [Fact]
    public void Of_Latency_IsThatOfTheMergedHistogram()
    {
        var point = Good.Summary.Points[0];
        var merged = new LatencyHistogram();
        foreach (var trial in Good.Journal.OfType<TrialResult>().Where(t => t.Point == point.Point && !t.WarmUp))
        {
            merged.Merge(LatencyHistogram.Decode(trial.Latency!.Histogram));
        }

        point.Latency!.Batches.ShouldBe(10_000);
        point.Latency.P99Us.ShouldBe(merged.ValueAtPercentile(99) / 1000.0);
        point.Latency.MaxUs.ShouldBe(merged.Max / 1000.0);
    }

    /// <summary>A thread merges the histograms of all points in one, which takes 138 kB.</summary>
    [Fact]
    public void Of_Latencies_AllocatesNoHistogramForEachPoint()
    {
        TrialResult[] trials = [.. Good.Journal.OfType<TrialResult>()];
        Allocation.LeastOf(() => LatencyFigures.Of(trials)).ShouldBeLessThan(100_000);
    }

    [Fact]
    public void Of_Space_QuotientHasTheOverheadAndSlopeHasNot()
    {
        // The fake stores 108 bytes a record and 20,000 bytes once.
        var point = Good.Summary.Points[0];
        point.Space!.BytesPerRecord.Mean.ShouldBe(108.2, 1e-9);
        point.SpaceSlope!.BytesPerRecord.ShouldBe(108, 1e-9);
        point.SpaceSlope.InterceptBytes.ShouldBe(20_000, 1e-3);
        (point.SpaceSlope.Points, point.SpaceSlope.N).ShouldBe((2, 20));
    }

    /// <summary>A table of 1,000,000 records before each trial is no overhead of it.</summary>
    [Fact]
    public void Of_SpaceAfterAPrefill_HasTheOverheadOfAnEmptyTable()
    {
        var sweep = Good with
        {
            Trial = trial => trial with
            {
                Load = new LoadResult
                {
                    Position = trial.Position,
                    StartedUtc = trial.StartedUtc,
                    Records = 1_000_000,
                    LoadS = 1,
                    RecordsPerS = 1_000_000,
                    Retries = 0,
                    Conflicts = 0,
                    SettleS = 0,
                },
                Space = trial.Space! with
                {
                    Net = trial.Space.Net with { DataBytes = trial.Space.Net.DataBytes + 108_000_000 },
                },
            },
        };
        var slope = sweep.Summary.Points[0].SpaceSlope!;
        slope.BytesPerRecord.ShouldBe(108, 1e-6);
        slope.InterceptBytes.ShouldBe(20_000, 1);
    }

    [Fact]
    public void Of_PointsThatDifferInMoreThanN_HaveSlopesOfTheirOwn()
    {
        var sweep = Good with
        {
            Databases = ["sqlite", "postgres"],
            Trial = trial => trial.Point.Database == "sqlite" ? trial : trial with { Space = null },
        };
        sweep.Summary.Points.Where(point => point.Point.Database == "sqlite").ShouldAllBe(point => point.SpaceSlope!.Points == 2);
        sweep.Summary.Points.Where(point => point.Point.Database != "sqlite").ShouldAllBe(point => point.SpaceSlope == null);
    }

    [Fact]
    public void Of_Outlier_IsFlaggedAndKept()
    {
        var sweep = Good with { Trial = trial => trial.Trial == 9 ? FakeSweep.WithElapsed(trial, trial.ElapsedS * 2) : trial };
        var point = sweep.Summary.Points[0];
        point.ElapsedS!.N.ShouldBe(10);
        point.WithoutOutliers!.Flagged.ShouldBe(1);
        point.WithoutOutliers.N.ShouldBe(9);
        point.WithoutOutliers.RecordsPerS.ShouldBeGreaterThan(point.Throughput!.RecordsPerS * 1.05);
        point.Runs.Single(run => run.Outlier).Trial.ShouldBe(9);
    }

    [Fact]
    public void Of_Steady_JudgesTheOrderOfExecutionNotOfTheJournal()
    {
        var sweep = Good with { Trial = trial => FakeSweep.WithElapsed(trial, 1 + (0.05 * trial.Position)) };
        Summarizer.Of(sweep.Manifest, [.. sweep.Journal.OrderBy(entry => entry is TrialResult t ? (t.Position * 7) % 26 : -1)])
            .Points.ShouldAllBe(point => point.Steady.Verdict == SteadyVerdict.NotSteady);
    }

    /// <summary>Trial 5 could not reach its database and ran after the others, once the sweep was resumed.</summary>
    [Fact]
    public void Of_TrialThatRanAgainAfterTheOthers_StandsLast()
    {
        var sweep = Good with { Trial = trial => trial with { Stretch = trial.Trial == 5 ? 2 : 1 } };
        var summary = sweep.Summary;
        summary.Points.SelectMany(point => new[] { point.Measured[^1].Trial, point.Runs[^1].Trial }).ShouldBe([5, 5, 5, 5]);
        summary.Trials.TakeLast(2).ShouldAllBe(trial => trial.Trial == 5);
        summary.Points[0].Measured.SkipLast(1).Select(trial => trial.Position).ShouldBeInOrder();
    }

    [Fact]
    public void Of_EmbeddedDatabase_HasNoServerFigures()
    {
        var sweep = Good with
        {
            Target = target => target with { Placement = "in-process" },
            Trial = trial => trial with { Server = null },
        };
        var point = sweep.Summary.Points[0];
        point.Resources!.ServerCpuShare.ShouldBeNull();
        point.Resources.ServerPeakRssBytes.ShouldBeNull();
        point.Resources.ClientPeakRssBytes.ShouldBe(100_000_000);
    }
}
