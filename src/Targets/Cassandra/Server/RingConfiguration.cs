using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>What decides which private ring is meant: equal ones share it.</summary>
/// <param name="Home">The distribution.</param>
/// <param name="AskedNodes">Its nodes, null where none were asked for: one.</param>
/// <param name="HeapMb">The heap of each node in MiB.</param>
/// <param name="Profile"><c>default</c> or <c>study1</c>.</param>
/// <param name="IsSynced">Whether the commit log is synced before an acknowledgement.</param>
/// <param name="WorkFolder">Where its files go.</param>
internal sealed record RingConfiguration(CassandraHome Home, int? AskedNodes, int HeapMb, string Profile, bool IsSynced,
    string WorkFolder)
{
    /// <summary>What each node may take at most; null for no limit.</summary>
    public ServerLimits? Limits { get; init; }

    /// <summary>Its nodes.</summary>
    public int Nodes => AskedNodes ?? 1;

    /// <summary>The memory that all of its nodes may take in all, in MiB: heaps, and what lies beside them.</summary>
    public long MemoryMb =>
        Nodes * Math.Min(HeapMb + NodeConfiguration.MemoryBesideTheHeapMb(HeapMb), (Limits?.MemoryBytes ?? long.MaxValue) >> 20);

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => Profile == "default"
        ? $"vendor's latest profile, {HeapMb} MiB heap a node"
        : $"{Profile} (time-outs 90 s, row cache off, concurrent writes 8 x cores), {HeapMb} MiB heap a node";

    /// <summary>The token of a node: evenly spaced, so that each owns as much as the others.</summary>
    /// <param name="index">Which node, from 0.</param>
    /// <param name="nodes">How many there are.</param>
    public static long Token(int index, int nodes) =>
        (long)(((UInt128.One << 64) * (UInt128)index / (UInt128)nodes) + (UInt128.One << 63));
}
