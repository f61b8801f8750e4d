using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class PrecisionFiguresTests
{
    [Theory]
    [InlineData(0.5, 100, PrecisionEnd.Reached, RuleState.Kept)]
    [InlineData(0.0001, 13, PrecisionEnd.MostTrials, RuleState.Broken)]
    [InlineData(0.0001, 100, PrecisionEnd.Unfinished, RuleState.Broken)]
    public void Summary_SaysWhyTheTrialsEnded(double asked, int most, PrecisionEnd end, RuleState rule3)
    {
        var summary = Summarise(new FakeSweep(), asked, most);

        var point = summary.Points[0];
        point.Precision.ShouldNotBeNull().End.ShouldBe(end);
        point.Precision.HalfWidthShare.ShouldNotBeNull().ShouldBe(
            point.Throughput!.IntervalRecordsPerS!.Value.HalfWidthShareOf(point.Throughput.RecordsPerS), 1e-12,
                "the width that is reported");
        point.Rules.Single(rule => rule.Rule == 3).State.ShouldBe(rule3);
        summary.Rules.Single(rule => rule.Rule == 1).Label.ShouldBe(end == PrecisionEnd.Unfinished ? "unfinished" : null);
    }

    [Fact]
    public void Summary_NoBoundedInterval_SaysWhyTheTrialsEnded()
    {
        // One time that is a thousand times the others: the mean's interval reaches below zero, so the throughput's has no end.
        var sweep = new FakeSweep { Trial = trial => trial.Trial == 7 ? trial with { ElapsedS = 1000 * trial.ElapsedS } : trial };
        var point = Summarise(sweep, 0.001, 13).Points[0];
        point.Precision.ShouldNotBeNull().HalfWidthShare.ShouldBeNull();
        var rule = point.Rules.Single(rule => rule.Rule == 3);
        rule.Label.ShouldBe("no interval");
        rule.Reason.ShouldBe(
            "10 measured trials give no bounded interval where +-0.1 % was asked for: 13 trials are the most (--max-trials); "
            + "a larger number goes on by --resume.");
    }

    [Fact]
    public void Summary_LastTrialsFailed_SaysSo()
    {
        var sweep = new FakeSweep
        {
            Trial = trial => trial.Trial > 10
            ? trial with { Status = TrialStatus.Incomplete, Error = "lost" } : trial
        };
        var point = Summarise(sweep, 0.0001, 100).Points[0];
        point.Precision.ShouldNotBeNull().End.ShouldBe(PrecisionEnd.Failing);
        point.Rules.Single(rule => rule.Rule == 3).Reason.ShouldContain("its last 3 trials failed");
    }

    [Fact]
    public void Summary_TwoFailedInARow_IsNotEnoughToGiveUp()
    {
        var sweep = new FakeSweep { Trial = trial => trial.Trial > 11 ? trial with { Status = TrialStatus.Incomplete } : trial };
        Summarise(sweep, 0.0001, 100).Points[0].Precision.ShouldNotBeNull().End.ShouldBe(PrecisionEnd.Unfinished);
    }

    /// <summary>
    /// Ten trials by duration last equally long, and one of them counted no record: nothing says that they are precise.
    /// </summary>
    [Theory]
    [InlineData(100, PrecisionEnd.Unfinished)]
    [InlineData(13, PrecisionEnd.MostTrials)]
    public void Summary_ByDurationWithATrialWithoutRecords_IsNotPrecise(int most, PrecisionEnd end)
    {
        var sweep = new FakeSweep
        {
            At = point => point with { DurationS = 10 },
            Trial = trial =>
            {
                long records = trial.Trial == 9 ? 0 : (long)(trial.RecordsPerS * 10);
                return trial with { ElapsedS = 10, AcknowledgedRecords = records, RecordsPerS = records / 10.0 };
            },
        };
        var point = Summarise(sweep, 0.5, most).Points[0];
        point.Precision.ShouldNotBeNull().End.ShouldBe(end);
        point.Precision.HalfWidthShare.ShouldBeNull();
        point.Rules.Single(rule => rule.Rule == 3).Label.ShouldBe("no interval");
    }

    /// <summary>Thirteen trials of one deployment are alike, and do not show how much deployments vary.</summary>
    [Fact]
    public void Summary_OfTwoBlocksOneFailed_IsNotPrecise()
    {
        var sweep = new FakeSweep
        {
            Trials = 26,
            Trial = trial => trial.Trial <= 13 ? trial with { Block = 1, Status = TrialStatus.Incomplete, Error = "lost" }
                : trial with { Block = 2 },
        };
        Summarise(sweep, 0.5, 100, blocks: 2).Points[0].Precision.ShouldNotBeNull().End.ShouldBe(PrecisionEnd.Unfinished);
    }

    /// <summary>The configured trials are the fewest of a point, of which no total follows.</summary>
    [Fact]
    public void Summary_WithoutWarmUp_SaysThatNoneIsDiscarded() =>
        Summarise(new FakeSweep { WarmUp = 0 }, 0.5, 100).Rules.Single(rule => rule.Rule == 6).Reason
            .ShouldBe("0 warm-up trials are discarded; the protocol discards 3.");

    [Fact]
    public void Summary_FixedNumberOfTrials_HasNone() => new FakeSweep().Summary.Points[0].Precision.ShouldBeNull();

    private static SweepSummary Summarise(FakeSweep sweep, double asked, int most, int? blocks = null)
    {
        var manifest = sweep.Manifest;
        manifest = manifest with
        {
            Configuration = manifest.Configuration with { Precision = asked, MaxTrials = most, Blocks = blocks },
        };
        return Summarizer.Of(manifest, sweep.Journal);
    }
}
