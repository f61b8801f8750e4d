using System.Diagnostics;
using DbIngest.Wire.Cql.Topology;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Address and state of a node, which all writers share. After a failed connection, or an event that reports the node as down,
/// writers use other replicas for a second. <see cref="CassandraCluster"/> creates one per node of the ring and keeps it when it
/// reads the ring again. Thread-safe.
/// </summary>
/// <param name="node">The node in the ring.</param>
internal sealed class CassandraClusterNode(CqlNode node)
{
    private static readonly long RetryTicks = Stopwatch.Frequency;

    // Ticks of the monotonic clock. 0 if the node is up.
    private long _downUntil;

    /// <summary>The node in the ring.</summary>
    public CqlNode Node => node;

    /// <summary>
    /// True for a second after <see cref="MarkDown"/>, unless <see cref="MarkUp"/> was called since. Requests then go to another
    /// replica.
    /// </summary>
    public bool IsDown => Stopwatch.GetTimestamp() < Volatile.Read(ref _downUntil);

    /// <summary>Marks the node as down for a second, after a failed connection or an event.</summary>
    public void MarkDown() => Volatile.Write(ref _downUntil, Stopwatch.GetTimestamp() + RetryTicks);

    /// <summary>Marks the node as up, after an event or a restart of the private nodes.</summary>
    public void MarkUp() => Volatile.Write(ref _downUntil, 0);
}
