using DbIngest.Core.Plan;
using DbIngest.Runner.Progress;

namespace DbIngest.Runner.Tests.Progress;

/// <summary>What is left is counted as trials come and end: the display, which asks during a trial, walks through none.</summary>
public class TrialsLeftTests
{
    private static readonly Point Small = new()
    {
        Database = "sqlite",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(2),
        RecordsPerSource = 1000,
        Batch = 1000,
        InFlight = 1,
        Values = 9,
    };

    private static readonly Point Large = Small with { RecordsPerSource = 3000 };
    private static readonly Point Other = Small with { Database = "postgres" };

    [Fact]
    public void Remove_TrialsThatEnded_LeavesTheOthersOfPointAndTarget()
    {
        var left = new TrialsLeft([Trial(Small, 1), Trial(Small, 2), Trial(Large, 1), Trial(Other, 1)]);
        (left.Count, left.Points).ShouldBe((4, 3));
        left.Sizes.ShouldBe([(Small.Target, 2000.0 + 2000 + 6000), (Other.Target, 2000.0)], ignoreOrder: true);

        left.Remove(Trial(Small, 1));
        left.Remove(Trial(Small, 1));
        left.Remove(Trial(Other, 1));
        (left.Count, left.Points).ShouldBe((2, 2));
        left.Has(Small).ShouldBeTrue();
        left.Has(Other).ShouldBeFalse();
        left.Sizes.ShouldBe([(Small.Target, 8000.0)]);

        left.Add(Trial(Small, 2));
        left.Add(Trial(Small, 3));
        (left.Count, left.Points).ShouldBe((3, 2));
        left.Sizes.ShouldBe([(Small.Target, 10_000.0)]);
    }

    /// <summary>A target without a finished trial is assumed to be as fast as the others together.</summary>
    [Fact]
    public void RemainingTime_OfTheSizesLeft_GoesByTheTargetOrByAll()
    {
        var left = new TrialsLeft([Trial(Small, 2), Trial(Large, 2), Trial(Other, 1)]);
        var remaining = new RemainingTime();
        remaining.Of(left.Sizes).ShouldBeNull();
        remaining.Add(Large, TimeSpan.FromSeconds(6));
        remaining.Of(left.Sizes).ShouldBe(TimeSpan.FromSeconds(2 + 6 + 2));
    }

    /// <summary>The display's thread had thrown for a time that no TimeSpan holds, which ended the program.</summary>
    [Fact]
    public void RemainingTime_TrialsOfABillionRecordsAfterOneOfOne_HasABound()
    {
        var single = Small with { Sources = SourceLayout.Single(1), RecordsPerSource = 1 };
        var left = new TrialsLeft(
            [.. Enumerable.Range(1, 30).Select(trial => Trial(single with { RecordsPerSource = 1_000_000_000 }, trial))]);
        var remaining = new RemainingTime();
        remaining.Add(single, TimeSpan.FromMinutes(1));
        remaining.Of(left.Sizes).ShouldNotBeNull().ShouldBeGreaterThan(TimeSpan.FromDays(365));
    }

    /// <summary>A thousand points with a trial each took 20 kB and more at each asking.</summary>
    [Fact]
    public void Snapshot_ManyTrialsLeft_AllocatesNothingForThem()
    {
        var progress = new SweepProgress(
            new SweepConfiguration
            {
                Points = [.. Enumerable.Range(1, 1000).Select(n => Small with { RecordsPerSource = n })],
                Trials = 1,
                WarmUp = 0,
                Order = SweepOrder.Rising,
                Seed = 1,
                Workload = "synthetic",
                WorkloadFacts = new Dictionary<string, string>(StringComparer.Ordinal),
                Endpoints = new Dictionary<string, string>(StringComparer.Ordinal),
                Retries = 0,
                RetryDelayS = 1,
                RequestTimeoutS = 90,
                Confidence = 0.95,
            },
            []);
        progress.Snapshot().PointsDone.ShouldBe(0);
        Allocation.LeastOf(() => progress.Snapshot()).ShouldBeLessThan(2000);
    }

    private static ScheduledTrial Trial(Point point, int trial) => new(0, point, trial, WarmUp: false);
}
