using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Compare;

public sealed class BlockComparisonTests
{
    /// <summary>The second deployment failed. Trials of the first do not show how much deployments vary.</summary>
    [Fact]
    public void Of_OneBlockOfTwoHasTrials_IsNotEnoughData()
    {
        var point = Comparison.Of(Summarize(1), Summarize(0.8), 0.05).Points.ShouldHaveSingleItem();

        point.Verdict.ShouldBe(PointVerdict.NotEnoughData);
        point.RatioInterval.ShouldBeNull();
        point.MoreBlocks.ShouldBe(1);
    }

    private static SweepSummary Summarize(double speed)
    {
        var sweep = new FakeSweep
        {
            Records = [50_000],
            Trials = 20,
            WarmUp = 0,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS / speed) with
            {
                Block = trial.Trial <= 10 ? 1 : 2,
                Status = trial.Trial <= 10 ? TrialStatus.Complete : TrialStatus.Incomplete,
            },
        };
        var manifest = sweep.Manifest;
        return Summarizer.Of(manifest with { Configuration = manifest.Configuration with { Blocks = 2 } }, sweep.Journal);
    }
}
