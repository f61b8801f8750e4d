using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>What decides which private cluster is meant: equal ones share it.</summary>
/// <param name="Program">The vendor's program.</param>
/// <param name="AskedNodes">Its nodes, null where none were asked for: one.</param>
/// <param name="CacheMb">Memory of each node for blocks of data, in MiB.</param>
/// <param name="SqlMb">Memory of each node for statements, in MiB.</param>
/// <param name="WorkFolder">Where its files go.</param>
/// <param name="Limits">What each node may take at most; null for no limit.</param>
internal sealed record ClusterConfiguration(string Program, int? AskedNodes, int CacheMb, int SqlMb, string WorkFolder, ServerLimits? Limits)
{
    /// <summary>What a node takes besides.</summary>
    private const int FurtherMb = 256;

    /// <summary>Its nodes.</summary>
    public int Nodes => AskedNodes ?? 1;

    /// <summary>The memory that all of its nodes may take together, in MiB.</summary>
    public long MemoryMb => Nodes * Math.Min(CacheMb + SqlMb + FurtherMb, (Limits?.MemoryBytes ?? long.MaxValue) >> 20);

    /// <summary>What it is called in results.</summary>
    public string Name => Nodes == 1 ? "private node" : string.Create(CultureInfo.InvariantCulture, $"private cluster of {Nodes} nodes");

    /// <summary>How it differs from what the vendor ships.</summary>
    public string Description => string.Create(
        CultureInfo.InvariantCulture, $"vendor's defaults but for {CacheMb} MiB of cache and {SqlMb} MiB for statements a node; loopback alone, no certificates, no reports to the vendor");
}
