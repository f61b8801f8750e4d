using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

public class BlockTests
{
    private static readonly DateTimeOffset Deployed = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    /// <summary>Three deployments of 1.0, 1.1 and 1.2 s, with trials that hardly differ within each.</summary>
    private static readonly FakeSweep Sweep = new()
    {
        Records = [50_000],
        Trials = 18,
        WarmUp = 0,
        Trial = trial => OfBlock(trial, 1 + ((trial.Trial - 1) / 6)),
    };

    [Fact]
    public void Interval_OfThreeBlocks_IsThatOfTheirMeans()
    {
        var point = Summarize(Sweep).Points.ShouldHaveSingleItem();
        point.Trials.Blocks.ShouldBe(3);
        point.Trials.Measured.ShouldBe(18);

        // Means 1.0, 1.1, 1.2: s = 0.1, and t(0.975, 2 df) = 4.302653 by any table, so 1.1 +- 4.302653 x 0.1 / sqrt(3) = 1.1 +-
        // 0.248414.
        var interval = point.Throughput!.IntervalRecordsPerS!.Value;
        interval.Low.ShouldBe(100_000 / 1.348414, 1);
        interval.High.ShouldBe(100_000 / 0.851586, 1);
        point.Throughput.RecordsPerS.ShouldBe(100_000 / 1.1, 1);
        point.Steady.Verdict
            .ShouldBe(Analysis.Statistics.SteadyVerdict.Steady, "a deployment's own level is no change within one");
        point.Repetition!.Levels.Count.ShouldBe(2);
    }

    /// <summary>A trial with a deployment for itself is that deployment's mean: nothing is left to test within one.</summary>
    [Fact]
    public void Steady_OfOneTrialABlock_IsNotTested()
    {
        var point = Summarize(Sweep with { Trial = trial => OfBlock(trial, trial.Trial) }).Points.ShouldHaveSingleItem();
        point.Trials.Blocks.ShouldBe(18);
        point.Steady.Verdict.ShouldBe(Analysis.Statistics.SteadyVerdict.TooFewTrials);
        point.Normality.ShouldBeNull();
        point.Rules.Single(rule => rule.Rule == 9).Reason
            .ShouldBe("18 measured trials in 18 blocks: within these too few differ for the test of normality.");
    }

    /// <summary>
    /// Trials alternate in each block. Of the 20 orders of three short and three long trials two alternate, and two more keep
    /// equal ones together, so that 2 x (2 / 20)^3 = 0.002 of the orders of three blocks depend as much on the trial before. The
    /// interval is that of the three means, which do not change by it.
    /// </summary>
    [Fact]
    public void Rule9_DependenceWithinBlocks_DoesNotCallTheirIntervalTooNarrow()
    {
        var sweep = Sweep with
        {
            Trial = trial => FakeSweep.WithElapsed(
                OfBlock(trial, 1 + ((trial.Trial - 1) / 6)), trial.Trial % 2 == 0 ? 1.2 : 0.8),
        };
        var verdict = Summarize(sweep).Points[0].Rules.Single(rule => rule.Rule == 9);
        verdict.Label.ShouldBe("autocorrelated");
        verdict.Reason.ShouldEndWith(": the interval is that of the blocks, and does not rest on the order within them.");
    }

    /// <summary>More trials in the same three deployments would leave the interval as wide as it is.</summary>
    [Fact]
    public void Rule3_OfThreeBlocks_AsksForBlocks() =>
        Summarize(Sweep).Points[0].Rules.Single(rule => rule.Rule == 3).Reason
            .ShouldEndWith(" more blocks would reach it, each of 1 measured trial.");

    /// <summary>The first deployment ran before an interruption, and deployments differ.</summary>
    [Fact]
    public void Rule28_OfBlocksInTwoStretches_TakesEachDeploymentOnce()
    {
        var sweep = Sweep with { Trial = trial => Sweep.Trial(trial)! with { Stretch = trial.Trial <= 6 ? 1 : 2 } };
        var verdict = Summarize(sweep).Points[0].Rules.Single(rule => rule.Rule == 28);
        verdict.State.ShouldBe(RuleState.Kept);
        verdict.Reason.ShouldContain("2 stretches");
    }

    [Fact]
    public void Rule4_OfThreeBlocks_IsKept()
    {
        Summarize(Sweep).Rules.Single(rule => rule.Rule == 4).State.ShouldBe(RuleState.Kept);
        Summarize(Sweep with { Trial = trial => OfBlock(trial, 1) }).Rules.Single(rule => rule.Rule == 4).State
            .ShouldBe(RuleState.Noted);
    }

    /// <summary>Two deployments failed: the six trials of the third do not show how much deployments vary.</summary>
    [Fact]
    public void BearsClaims_OneBlockOfThreeHasTrials_DoesNot()
    {
        var sweep = Sweep with
        {
            Trial = trial => trial.Trial <= 6 ? Sweep.Trial(trial)
                : Sweep.Trial(trial)! with { Status = TrialStatus.Incomplete, Error = "lost" },
        };
        var manifest = sweep.Manifest;
        Summarizer.Of(manifest with { Configuration = manifest.Configuration with { Blocks = 3 } }, sweep.Journal)
            .Points.ShouldHaveSingleItem().BearsClaims.ShouldBeFalse();
    }

    [Fact]
    public void Trials_OfADeploymentThatWasInterrupted_AreLeftOut()
    {
        var torn = Sweep.Journal.OfType<TrialResult>().Where(trial => trial.Block == 2).Take(6)
            .Select(trial => FakeSweep.WithElapsed(trial, 50) with { DeployedUtc = Deployed });
        var summary = Summarizer.Of(Sweep.Manifest,
            [.. torn, .. Sweep.Journal.OfType<TrialResult>().Where(trial => trial.Trial != 12)]);
        var point = summary.Points.ShouldHaveSingleItem();
        point.Trials.Measured.ShouldBe(17, "the trial that only the torn deployment ran is no part of the block");
        point.ElapsedS!.Max.ShouldBeLessThan(2);
    }

    [Fact]
    public void Trials_OfABlockThatRanAgainAfterTheClockWasSetBack_Count()
    {
        var torn = Sweep.Journal.OfType<TrialResult>().Where(trial => trial.Block == 2).Take(3)
            .Select(trial => FakeSweep.WithElapsed(trial, 50) with { DeployedUtc = Deployed.AddHours(9) });
        var point = Summarizer.Of(Sweep.Manifest, [.. torn, .. Sweep.Journal]).Points.ShouldHaveSingleItem();
        point.Trials.Measured.ShouldBe(18);
        point.ElapsedS!.Max.ShouldBeLessThan(2);
    }

    [Fact]
    public void Analysis_OfTwoDatabasesInBlocks_TakesEachDeploymentOnce()
    {
        var sweep = Sweep with { Databases = ["sqlite", "postgres"], Records = [50_000, 100_000] };
        Summarize(sweep).Analysis.ShouldHaveSingleItem().Anova!.Residual.DegreesOfFreedom.ShouldBe((2 * 2 * 3) - 4);
    }

    /// <summary>t(0.975, 2 df) = 4.302653 by any table.</summary>
    [Fact]
    public void Growth_OfThreeBlocks_HasTheIntervalOfTheirMeans()
    {
        var sweep = Sweep with
        {
            Trial = trial => Growing.Of(OfBlock(trial, 1 + ((trial.Trial - 1) / 6)),
                (second, noise) => 1000 - ((1 + ((trial.Trial - 1) / 6)) * second) + (10 * noise)),
        };
        var growth = Summarize(sweep).Points.Single().Growth.ShouldNotBeNull();
        double[] means =
            [.. growth.Trials.Chunk(6).Select(block => block.Average(trial => trial.SlopeRecordsPerSPerMillion!.Value))];
        double mean = means.Average();
        double error = Math.Sqrt(means.Sum(value => (value - mean) * (value - mean)) / 2 / 3);
        growth.SlopeRecordsPerSPerMillion!.Value.ShouldBe(mean, 1e-6 * Math.Abs(mean));
        growth.IntervalRecordsPerSPerMillion!.Value.High.ShouldBe(mean + (4.302653 * error), 1e-3 * error);
    }

    /// <summary>Deployments of 118, 128 and 138 bytes a record: 128 +- 4.302653 x 10 / sqrt(3) = 128 +- 24.8414.</summary>
    [Fact]
    public void SpaceSlope_OfThreeBlocks_HasTheIntervalOfTheirLines()
    {
        var sweep = Sweep with
        {
            Records = [50_000, 100_000],
            Trial = trial =>
            {
                int block = 1 + ((trial.Trial - 1) / 6);
                var net = trial.Space!.Net;
                return OfBlock(trial, block) with
                {
                    Space = trial.Space with
                    {
                        Net = net with { DataBytes = net.DataBytes + (10 * block * trial.AcknowledgedRecords) },
                    },
                };
            },
        };
        var slope = Summarize(sweep).Points[0].SpaceSlope.ShouldNotBeNull();
        slope.BytesPerRecord.ShouldBe(128, 1e-6);
        slope.IntervalBytesPerRecord!.Value.Low.ShouldBe(128 - 24.8414, 1e-3);
        slope.IntervalBytesPerRecord!.Value.High.ShouldBe(128 + 24.8414, 1e-3);
    }

    private static SweepSummary Summarize(FakeSweep sweep) => Summarizer.Of(sweep.Manifest, sweep.Journal);

    private static TrialResult OfBlock(TrialResult trial, int block) =>
        FakeSweep.WithElapsed(trial, (0.9 + (0.1 * block)) * (1 + (0.001 * (((trial.Trial * 7) % 6) - 2.5)))) with
        {
            Block = block,
            DeployedUtc = Deployed.AddHours(block),
        };
}
