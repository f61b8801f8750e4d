using System.Diagnostics;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>A node as all writers see it: where it is, and whether it is worth trying. Thread-safe.</summary>
/// <param name="node">The node as the ring describes it.</param>
internal sealed class CassandraClusterNode(CqlNode node)
{
    private static readonly long RetryTicks = Stopwatch.Frequency;
    private long _downUntil;

    /// <summary>The node as the ring describes it.</summary>
    public CqlNode Node => node;

    /// <summary>Whether a connection failed within the last second: another replica is asked meanwhile.</summary>
    public bool IsDown => Stopwatch.GetTimestamp() < Volatile.Read(ref _downUntil);

    /// <summary>A connection failed, or the ring says that it is down: one second without it, and then another try.</summary>
    public void MarkDown() => Volatile.Write(ref _downUntil, Stopwatch.GetTimestamp() + RetryTicks);

    /// <summary>The ring says that it is back.</summary>
    public void MarkUp() => Volatile.Write(ref _downUntil, 0);
}
