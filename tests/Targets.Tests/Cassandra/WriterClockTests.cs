using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Timestamps of writers that share records.</summary>
public sealed class WriterClockTests
{
    /// <summary>Two processes of four writers each, at once: no timestamp comes twice, and each writer's own increase.</summary>
    [Fact]
    public void Next_WritersOfSeveralProcesses_NeverTheSame()
    {
        WriterClock[] clocks = [new(8, 0), new(8, 5)];
        long[][] taken = new long[8][];
        var threads = taken.Select((_, writer) => new Thread(() =>
            taken[writer] = [.. Enumerable.Range(0, 20_000).Select(_ => clocks[writer % 2].Next())])).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());

        taken.SelectMany(stamps => stamps).Distinct().Count().ShouldBe(8 * 20_000);
        taken.ShouldAllBe(stamps => stamps.Zip(stamps.Skip(1)).All(pair => pair.First < pair.Second));
        taken[0].ShouldAllBe(stamp => stamp % 8 == 0);
        taken[1].ShouldAllBe(stamp => stamp % 8 == 5);
        Math.Abs(clocks[1].Next() - (DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1000)).ShouldBeLessThan(60_000_000);
    }

    /// <summary>
    /// Two processes of many sources: each has half of the timestamps, so that one in a hurry stays close to the time of day.
    /// With a share for each source it was 6 s ahead here, and updates of the other process lost against its load.
    /// </summary>
    [Fact]
    public void Shared_ManySourcesInTwoProcesses_AreNumberedByProcess()
    {
        var table = TableOf([60, 4]);
        WriterClock? first = null;
        WriterClock? second = null;
        var ofFirst = WriterClock.Shared(ref first, table, 59).ShouldNotBeNull();
        var ofSecond = WriterClock.Shared(ref second, table, 60).ShouldNotBeNull();
        WriterClock.Shared(ref second, table, 63).ShouldBe(ofSecond);
        for (int i = 0; i < 100_000; i++)
        {
            (ofFirst.Next() % 2).ShouldBe(0);
        }

        (ofSecond.Next() % 2).ShouldBe(1);
        (ofFirst.Next() - (DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() * 1000)).ShouldBeLessThan(1_000_000);
    }

    /// <summary>A caller that does not say which processes there are: no two sources share a timestamp.</summary>
    [Fact]
    public void Shared_ProcessesUnknown_AreNumberedBySource()
    {
        WriterClock? clock = null;

        (WriterClock.Shared(ref clock, TableOf([]), 5)!.Next() % 64).ShouldBe(5);
    }

    private static CassandraTable TableOf(IReadOnlyList<int> processes) =>
        new("k", RecordSchema.ThreePhaseMeter, 1000)
        {
            IsKeyed = true,
            ProcessOf = new TrialTable(RecordSchema.ThreePhaseMeter, 64, 1, IsKeyed: true) { Processes = processes }.ProcessOf,
        };
}
