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
}
