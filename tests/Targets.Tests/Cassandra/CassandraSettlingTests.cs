using System.Collections.Concurrent;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What settling leaves behind, with a node of the tests.</summary>
public sealed class CassandraSettlingTests
{
    private static readonly CqlConnectionOptions Options = new() { Version = 4, Credentials = new("me", () => "secret") };

    /// <summary>A table that stays would be flushed ten times a second from then on.</summary>
    [Fact]
    public void Run_CancelledOnceThePeriodIsSet_ResetsIt()
    {
        using var node = new CassandraStandIn();
        using var cluster = CassandraCluster.Connect([node.Server], Options);
        using var cancellation = new CancellationTokenSource();
        var periods = new ConcurrentQueue<string>();
        node.Heard = text =>
        {
            if (text.Contains("memtable_flush_period_in_ms", StringComparison.Ordinal))
            {
                periods.Enqueue(text);
                cancellation.Cancel();
            }
        };

        Record.Exception(() => new CassandraSettling(cluster, "k").Run(cancellation.Token))
            .ShouldBeAssignableTo<OperationCanceledException>();

        periods.Count.ShouldBe(2);
        periods.Last().ShouldContain("memtable_flush_period_in_ms = 0");
    }

    /// <summary>The node took the period and cut the connection, or did so when it was to be reset.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Run_ConnectionLostAfterwards_ResetsThePeriodOverAnother(int cut)
    {
        using var node = new CassandraStandIn();
        using var cluster = CassandraCluster.Connect([node.Server], Options);
        var periods = new ConcurrentQueue<string>();
        node.Heard = text =>
        {
            if (text.Contains("memtable_flush_period_in_ms", StringComparison.Ordinal))
            {
                periods.Enqueue(text);
                if (periods.Count == cut)
                {
                    // The node closes a connection whose talk fails.
                    throw new IOException("cut");
                }
            }
        };

        var failure = Record.Exception(() => new CassandraSettling(cluster, "k").Run(CancellationToken.None));

        (failure is ConnectionLostException).ShouldBe(cut == 1, failure?.ToString());
        periods.Count.ShouldBe(cut + 1);
        periods.Last().ShouldContain("memtable_flush_period_in_ms = 0");
    }
}
