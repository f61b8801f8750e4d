using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Endpoints;

/// <summary>
/// Durability levels: how many replicas hold an acknowledged write, and whether it is on their disks. <c>CassandraDefinition</c>
/// lists them for <c>--durability</c>, and <c>WriteShape</c>, <c>CassandraTarget</c> and the writers of both clients derive their
/// consistency levels from them. Results store the names, so a name must not change.
/// </summary>
internal static class CassandraContracts
{
    private const string Periodic = "-periodic";
    private const string Batch = "-batch";

    private static readonly (CqlConsistency Consistency, string Name, string Meaning)[] Levels =
    [
        (CqlConsistency.LocalOne, "local_one", "One replica in the client's data centre"),
        (CqlConsistency.One, "one", "One replica"),
        (CqlConsistency.LocalQuorum, "local_quorum", "A majority of the replicas in the client's data centre"),
        (CqlConsistency.Quorum, "quorum", "A majority of all replicas"),
        (CqlConsistency.All, "all", "Every replica"),
    ];

    /// <summary>All durability levels.</summary>
    public static IReadOnlyList<DurabilityContract> All { get; } =
    [
        .. Levels.Select(l => new DurabilityContract(
            l.Name + Periodic,
            $"{l.Meaning} has the batch in its memory and its commit log, which is marked as valid every 100 ms and synced to "
            + $"disk at intervals: "
            + "the death of the process on all those replicas loses up to 100 ms, a power cut up to the interval.",
            Survival.Nothing) { IsDefault = l.Consistency == CqlConsistency.LocalOne }),
        .. Levels.Select(l => new DurabilityContract(
            l.Name + Batch,
            $"{l.Meaning} has the batch in its commit log on disk, synced before the acknowledgement: it survives a power cut.",
            Survival.PowerLoss)),
    ];

    /// <summary>The consistency level of writes.</summary>
    public static CqlConsistency Consistency(DurabilityContract contract) =>
        Levels.First(l => contract.Name[..contract.Name.LastIndexOf('-')] == l.Name).Consistency;

    /// <summary>Number of replicas that hold an acknowledged batch, for a cluster of one data centre.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="replication">Replicas per data centre.</param>
    public static Copies CopiesOf(DurabilityContract contract, int replication) => Consistency(contract) switch
    {
        CqlConsistency.All => new(replication, replication),
        CqlConsistency.Quorum or CqlConsistency.LocalQuorum => Copies.Majority(replication),
        _ => new(1, replication),
    };

    /// <summary>True if the commit log is synced before an acknowledgement.</summary>
    public static bool IsSynced(DurabilityContract contract) => contract.Name.EndsWith(Batch, StringComparison.Ordinal);

    /// <summary>
    /// Consistency levels to read data that was written at a level. Reads of a mix take the first one. The audit takes the next
    /// one if too few replicas are up for the previous one. One replica suffices for writes to all, a majority for writes to a
    /// majority, and only all replicas for writes to one.
    /// </summary>
    public static IReadOnlyList<CqlConsistency> ReadLevels(CqlConsistency written) => written switch
    {
        CqlConsistency.All => [CqlConsistency.One],
        CqlConsistency.Quorum => [CqlConsistency.Quorum],
        CqlConsistency.LocalQuorum => [CqlConsistency.LocalQuorum],
        _ => [CqlConsistency.All, CqlConsistency.Quorum, CqlConsistency.One],
    };
}
