using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Core.Tests.Sweeps;

public sealed class ScheduleTests
{
    [Theory]
    [InlineData(SweepOrder.Interleaved)]
    [InlineData(SweepOrder.Rising)]
    [InlineData(SweepOrder.Shuffled)]
    public void Of_ExtendedSweep_BeginsAsItWasAndHasEveryTrialOnce(SweepOrder order)
    {
        var sweep = Points.Sweep([Points.Of(records: 50), Points.Of(records: 80), Points.Of(records: 90)], trials: 5,
            order: order);
        var before = Schedule.Of(sweep);
        var after = Schedule.Of(sweep.ExtendedTo(9));

        after.Take(before.Count).ShouldBe(before);
        after.Count.ShouldBe(27);
        after.Select(t => t.Id).Distinct().Count().ShouldBe(27);
        after.Skip(before.Count).ShouldAllBe(t => t.Trial > 5 && !t.WarmUp);
        Schedule.Of(sweep.ExtendedTo(7).ExtendedTo(9)).Take(before.Count).ShouldBe(before);
    }

    /// <summary>Trials of a pair are neighbours, and each of the two comes first about as often.</summary>
    [Fact]
    public void Of_SeedOfTheOrder_DecidesTheScheduleAndNotTheData()
    {
        var sweep = Sweep(4, 6, SweepOrder.Interleaved, 1);
        Schedule.Of(sweep with { OrderSeed = 2 }).ShouldBe(Schedule.Of(sweep with { Seed = 2 }));
        Schedule.Of(sweep with { OrderSeed = 2 }).ShouldNotBe(Schedule.Of(sweep));
        (sweep with { OrderSeed = 2 }).ExtendedTo(9).OrderSeed
            .ShouldBe(2UL, "a sweep that is resumed or extended keeps its draw");
    }

    [Fact]
    public void Of_Pairs_AreNeighboursInADrawnOrder()
    {
        Point[] points = [
            .. from records in (long[])[50, 80, 90] from side in (string[])["a", "b"] select Point.Of(Points.Of(records: records)
            .Axes.With(SweepAxes.Side, side))];
        var sweep = Points.Sweep(points, trials: 200) with { PairedBy = "side" };

        var pairs = Schedule.Of(sweep).Chunk(2).ToList();

        pairs.ShouldAllBe(pair => pair[0].Trial == pair[1].Trial && pair[0].Point.RecordsPerSource == pair[1]
            .Point.RecordsPerSource);
        pairs.ShouldAllBe(pair => pair[0].Point != pair[1].Point);
        pairs.Count(pair => pair[0].Point.Axes.Of(SweepAxes.Side) == "a").ShouldBeInRange(250, 350);
        pairs.Take(30).Select(pair => pair[0].Point.RecordsPerSource).Distinct().Count().ShouldBe(3);
        var before = Schedule.Of(sweep with { Trials = 5 });
        Schedule.Of((sweep with { Trials = 5 }).ExtendedTo(9)).Take(before.Count).ShouldBe(before, "it can be extended");
    }

    [Fact]
    public void Of_PairsWithinSeveralDatabases_AreOfOneDatabase()
    {
        Point[] points = [
            .. from database in (string[])["one", "two"] from client in (string[])["driver", "wire"]
               select Points.Of() with { Database = database, Client = client, Durability = $"level of {database}" }];

        var pairs = Schedule.Of(Points.Sweep(points, trials: 50) with { PairedBy = "client" }).Chunk(2).ToList();

        pairs.ShouldAllBe(pair => pair[0].Point.Database == pair[1].Point.Database && pair[0].Point != pair[1].Point);
    }

    [Fact]
    public void Of_PairsOfDatabases_DifferInTheirOwnClientsAndLevels()
    {
        Point[] points = [
            .. from records in (long[])[50, 80] from database in (string[])["one", "two"]
               select Points.Of(records: records) with { Database = database, Client = $"of {database}" }];

        var pairs = Schedule.Of(Points.Sweep(points, trials: 50) with { PairedBy = "db" }).Chunk(2).ToList();

        pairs.ShouldAllBe(pair => pair[0].Point.RecordsPerSource == pair[1].Point.RecordsPerSource
            && pair[0].Point.Database != pair[1].Point.Database);
    }

    [Fact]
    public void Of_PairsBesideADatabaseWithoutTheAxis_AreNeighbours()
    {
        Point[] points = [
            .. new int?[] { 2, 3, null }.Select(nodes => Points.Of() with
            {
                Database = nodes is null ? "two" : "one",
                Nodes = nodes,
            })];

        var rounds = Schedule.Of(Points.Sweep(points, trials: 50) with { PairedBy = "nodes" }).Chunk(3).ToList();

        rounds.ShouldAllBe(round => round[1].Point.Database == "one");
    }

    [Fact]
    public void Of_AnyConfiguration_HoldsEveryTrialOnceAndIsReproducible() =>
        Prop.ForAll(
            Gen.Choose(1, 12).Zip(Gen.Choose(1, 15)).Zip(Gen.Elements(Enum.GetValues<SweepOrder>())).Zip(Gen.Choose(0, 9999))
                .ToArbitrary(),
            input =>
            {
                var (((points, trials), order), seed) = input;
                var sweep = Sweep(points, trials, order, (ulong)seed);

                var schedule = Schedule.Of(sweep);

                schedule.Select(t => t.Id).Distinct().Count().ShouldBe(points * trials);
                schedule.Select(t => t.Position).ShouldBe(Enumerable.Range(0, points * trials));
                schedule.ShouldBe(Schedule.Of(sweep));
                foreach (var point in schedule.GroupBy(t => t.Point.Key))
                {
                    point.Select(t => t.Trial).ShouldBe(Enumerable.Range(1, trials));
                    point.Count(t => t.WarmUp).ShouldBe(Math.Min(trials, sweep.WarmUp));
                    point.TakeWhile(t => t.WarmUp).Count().ShouldBe(point.Count(t => t.WarmUp));
                }
            }).QuickCheckThrowOnFailure();

    [Fact]
    public void Of_Rising_KeepsThePointsInOrder() =>
        Schedule.Of(Sweep(4, 3, SweepOrder.Rising, 1)).Select(t => t.Point.RecordsPerSource)
            .ShouldBe([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);

    [Fact]
    public void Of_Interleaved_RunsEveryPointOnceARound()
    {
        var schedule = Schedule.Of(Sweep(5, 6, SweepOrder.Interleaved, 9));

        schedule.Chunk(5).ShouldAllBe(round => round.Select(t => t.Point.Key).Distinct().Count() == 5);
        schedule.Chunk(5).Select(round => string.Join(' ', round.Select(t => t.Point.RecordsPerSource))).Distinct().Count()
            .ShouldBeGreaterThan(1);
    }

    [Fact]
    public void Of_OtherSeed_GivesAnotherOrder() =>
        Schedule.Of(Sweep(8, 5, SweepOrder.Shuffled, 1)).Select(t => t.Id)
            .ShouldNotBe(Schedule.Of(Sweep(8, 5, SweepOrder.Shuffled, 2)).Select(t => t.Id));

    [Fact]
    public void Of_Blocks_HasOneTargetAtATimeWithAllItsTrialsAndWarmUpInEach()
    {
        var sweep = Blocks(blocks: 3);
        var schedule = Schedule.Of(sweep);

        schedule.Select(t => t.Id).ShouldBeUnique();
        schedule.Count.ShouldBe(2 * 4 * 3 * 5);
        schedule.Select(t => t.Position).ShouldBe(Enumerable.Range(0, schedule.Count));
        schedule.ShouldBe(Schedule.Of(sweep));
        var runs = schedule.Chunk(4 * 5).ToList();
        runs.SelectMany(run => run.Select(t => (t.Block, t.Point.Target)).Distinct()).Count().ShouldBe(6);
        runs.Select(run => (run[0].Block, run[0].Point.Target)).ShouldBeUnique();
        runs.Select(run => run[0].Block).ShouldBe([1, 1, 2, 2, 3, 3]);
        foreach (var point in runs.SelectMany(run => run.GroupBy(t => t.Point)))
        {
            point.Select(t => t.WarmUp).ShouldBe([true, true, true, false, false]);
        }

        schedule.GroupBy(t => t.Point).ShouldAllBe(point => point.Select(t => t.Trial).SequenceEqual(Enumerable.Range(1, 15)));
        Enumerable.Range(1, 20).Select(seed => Schedule.Of(sweep with { Seed = (ulong)seed })[0].Point.Database).Distinct()
            .Count().ShouldBe(2);
    }

    [Fact]
    public void Done_OfBlocks_IsAWholeBlockOnOneDeployment()
    {
        var schedule = Schedule.Of(Blocks(blocks: 2));
        var first = DateTimeOffset.UnixEpoch;
        List<JournalEntry> journal = [.. schedule.Take(20).Concat(schedule.Skip(20).Take(19)).Select(t => Line(t, first))];
        Schedule.Done(schedule, journal).Count.ShouldBe(20, "the second block lacks a trial");
        journal.Add(Line(schedule[39], first.AddHours(1)));
        Schedule.Done(schedule, journal).Count.ShouldBe(20, "its last trial is of another deployment");
        journal.AddRange(schedule.Skip(20).Take(20).Select(t => Line(t, first.AddHours(2))));
        Schedule.Done(schedule, journal).Count.ShouldBe(40);
    }

    /// <summary>The analysis takes the last line of a trial, so that an earlier deployment's line makes up for nothing.</summary>
    [Fact]
    public void Done_BlockThatRanAgainWithoutReachingItsDatabaseOnce_IsNotDone()
    {
        var schedule = Schedule.Of(Blocks(blocks: 1));
        var (first, second) = (DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddHours(1));
        List<JournalEntry> journal = [.. schedule.Take(19).Select(t => Line(t, first))];
        journal.AddRange(schedule.Take(20).Select(t => Line(t, second) with
        {
            Status = t.Position == 0 ? TrialStatus.Unreachable : TrialStatus.Complete,
        }));

        Schedule.Done(schedule, journal).ShouldBeEmpty();
    }

    private static TrialResult Line(ScheduledTrial trial, DateTimeOffset deployed) => new()
    {
        Point = trial.Point,
        Trial = trial.Trial,
        WarmUp = trial.WarmUp,
        Position = trial.Position,
        Block = trial.Block,
        DeployedUtc = deployed,
        StartedUtc = deployed,
        Status = TrialStatus.Complete,
    };

    private static SweepConfiguration Blocks(int blocks) => Points.Sweep(
        [.. new[] { "one", "two" }
            .SelectMany(database => Enumerable.Range(1, 4).Select(n => Points.Of(records: n) with { Database = database }))],
            5 * blocks, 3)
        with
    { Blocks = blocks };

    private static SweepConfiguration Sweep(int points, int trials, SweepOrder order, ulong seed) =>
        Points.Sweep([.. Enumerable.Range(1, points).Select(n => Points.Of(records: n))], trials, 3, order, seed);
}
