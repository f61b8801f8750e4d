using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Summary;

public class DeploymentPlanTests
{
    [Fact]
    public void Of_DeploymentsThatDiffer_SaysToRepeatThem()
    {
        SweepSummary[] results = [.. new[] { 0.9, 1.0, 1.1 }
            .Select((speed, i) => new FakeSweep { Speed = speed, Seed = (ulong)i + 1 }.Summary with { Name = $"{i}" })];
        var plans = DeploymentPlan.Of(results);
        plans.Count.ShouldBe(2);
        foreach (var plan in plans)
        {
            var (run, deployment) = (plan.Plan.Levels[0], plan.Plan.Levels[1]);
            (run.Kind, deployment.Kind).ShouldBe((RepetitionKind.Run, RepetitionKind.Deployment));
            deployment.Measured.ShouldBe(3);
            deployment.Variance.ShouldBeGreaterThan(20 * run.Variance);
            run.Planned.ShouldBe(1, "runs add nothing to deployments that differ by so much more");
            deployment.Planned.ShouldBeGreaterThan(30);
        }

        Repository.ShouldBeLocked("deployments.txt", DeploymentTable.Of(plans).ToPlainText());
    }

    /// <summary>By duration, values are seconds per record: their deviation is a share of them, not of a makespan.</summary>
    [Fact]
    public void Of_TrialsByDuration_HasTheDeviationsOfTheirRates()
    {
        SweepSummary[] results = [.. new[] { 0.9, 1.0, 1.1 }.Select((speed, i) => new FakeSweep
        {
            Speed = speed,
            Seed = (ulong)i + 1,
            Records = [100_000],
            At = point => point with { DurationS = 2 },
        }.Summary with { Name = $"{i}" })];

        var plan = DeploymentPlan.Of(results).ShouldHaveSingleItem();

        double deviation = Math.Sqrt(plan.Plan.Levels.Single(level => level.Kind == RepetitionKind.Deployment).Variance);
        (deviation / plan.MeanS).ShouldBeInRange(0.08, 0.13);
    }

    /// <summary>Its makespan in seconds would stand among seconds per record, a hundred thousand times as large.</summary>
    [Fact]
    public void Of_TrialByDurationThatCountedNoRecord_IsLeftOut()
    {
        SweepSummary[] results = [.. Enumerable.Range(1, 3).Select(i => new FakeSweep
        {
            Seed = (ulong)i,
            Records = [100_000],
            At = point => point with { DurationS = 2 },
            Trial = trial => trial.Trial != 7 ? trial
                : trial with { RetriedRecords = trial.AcknowledgedRecords, RecordsPerS = 0 },
        }.Summary with { Name = $"{i}" })];

        var plan = DeploymentPlan.Of(results).ShouldHaveSingleItem();

        double deviation = Math.Sqrt(plan.Plan.Levels.Single(level => level.Kind == RepetitionKind.Run).Variance);
        (deviation / plan.MeanS).ShouldBeInRange(0.001, 0.03);
    }

    /// <summary>Two results, each of three blocks of a warm-up trial and three measured ones: six deployments.</summary>
    [Fact]
    public void Of_ResultsWithBlocks_CountsEachBlockAsADeployment()
    {
        SweepSummary[] results = [.. Enumerable.Range(1, 2).Select(i => new FakeSweep
        {
            Seed = (ulong)i,
            Records = [100_000],
            Trials = 12,
            Trial = trial =>
            {
                int block = 1 + ((trial.Trial - 1) / 4);
                return FakeSweep.WithElapsed(trial, trial.ElapsedS * (0.9 + (0.1 * block))) with
                {
                    Block = block,
                    WarmUp = trial.Trial % 4 == 1,
                };
            },
        }.Summary with { Name = $"{i}" })];

        var levels = DeploymentPlan.Of(results).ShouldHaveSingleItem().Plan.Levels;
        var (run, deployment) = (levels[0], levels[1]);
        run.Measured.ShouldBe(3, 1e-9);
        deployment.Measured.ShouldBe(6, 1e-9);
        deployment.Variance.ShouldBeGreaterThan(20 * run.Variance);
    }

    [Fact]
    public void Of_OneResultOnceOrTwice_HasNoPlan()
    {
        var one = new FakeSweep().Summary;
        DeploymentPlan.Of([one]).ShouldBeEmpty();
        DeploymentPlan.Of([one, one]).ShouldBeEmpty();
    }
}
