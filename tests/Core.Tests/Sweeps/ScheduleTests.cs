using DbIngest.Core.Plan;
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
        var sweep = Points.Sweep([Points.Of(records: 50), Points.Of(records: 80), Points.Of(records: 90)], trials: 5, order: order);
        var before = Schedule.Of(sweep);
        var after = Schedule.Of(sweep.ExtendedTo(9));

        after.Take(before.Count).ShouldBe(before);
        after.Count.ShouldBe(27);
        after.Select(t => t.Id).Distinct().Count().ShouldBe(27);
        after.Skip(before.Count).ShouldAllBe(t => t.Trial > 5 && !t.WarmUp);
        Schedule.Of(sweep.ExtendedTo(7).ExtendedTo(9)).Take(before.Count).ShouldBe(before);
    }

    [Fact]
    public void Of_AnyConfiguration_HoldsEveryTrialOnceAndIsReproducible() =>
        Prop.ForAll(
            Gen.Choose(1, 12).Zip(Gen.Choose(1, 15)).Zip(Gen.Elements(Enum.GetValues<SweepOrder>())).Zip(Gen.Choose(0, 9999)).ToArbitrary(),
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

    private static SweepConfiguration Sweep(int points, int trials, SweepOrder order, ulong seed) =>
        Points.Sweep([.. Enumerable.Range(1, points).Select(n => Points.Of(records: n))], trials, 3, order, seed);
}
