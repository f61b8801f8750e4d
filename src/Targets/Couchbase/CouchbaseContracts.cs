using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Defines Couchbase's durability levels: how many nodes hold an acknowledged document, in memory or on disk.
/// <see cref="CouchbaseDefinition"/> lists them for <c>--durability</c> and refuses a server that lacks the requested one.
/// <see cref="CouchbaseTable"/> and <c>CouchbaseDriverSettings</c> derive from a level what a write asks for. Results store the
/// names, so a name must not change.
/// </summary>
internal static class CouchbaseContracts
{
    /// <summary>All durability levels.</summary>
    public static IReadOnlyList<DurabilityContract> All { get; } =
    [
        new(
            "memory",
            "One node, the active one, has the batch in its memory: the death of its process loses what it has not yet "
            + "written to disk or sent to a replica.",
            Survival.Nothing) { IsDefault = true },
        new(
            "majority",
            "More than half of the nodes that hold a document (active and replicas) have it in their memory: it survives the "
            + "loss of fewer than half of them; with no replica that is one node's memory.",
            Survival.Nothing),
        new(
            "majority-persist-active",
            "More than half of the nodes that hold a document have it in their memory, and the active one on its disk: it "
            + "survives a power cut there.",
            Survival.PowerLoss),
        new(
            "persist-majority",
            "More than half of the nodes that hold a document have it on their disks: it survives a power cut of all of them.",
            Survival.PowerLoss),
    ];

    /// <summary>The synchronous durability that a write requests.</summary>
    public static KvDurability Level(DurabilityContract contract) => contract.Name switch
    {
        "majority" => KvDurability.Majority,
        "majority-persist-active" => KvDurability.MajorityAndPersistToActive,
        "persist-majority" => KvDurability.PersistToMajority,
        _ => KvDurability.None,
    };

    /// <summary>Number of nodes that hold an acknowledged document.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="kept">Nodes that finally hold a document: the active one and its replicas.</param>
    public static Copies CopiesOf(DurabilityContract contract, int kept) => Level(contract) == KvDurability.None ? new(1, kept)
        : Copies.Majority(kept);

    /// <summary>
    /// The framing extras of a write, by which the server waits for other nodes or the disk for at most 10 s, its default. Empty
    /// if one node's memory suffices.
    /// </summary>
    public static byte[] Framing(DurabilityContract contract)
    {
        const byte DurabilityRequirement = 0x11;
        var level = Level(contract);
        return level == KvDurability.None ? [] : [DurabilityRequirement, (byte)level];
    }

    /// <summary>Refuses a durability level that the server does not support.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="features">The features that the server agreed to.</param>
    /// <exception cref="TargetException">The server lacks synchronous replication.</exception>
    public static void Check(DurabilityContract contract, IReadOnlySet<KvFeature> features)
    {
        if (Level(contract) != KvDurability.None
            && !(features.Contains(KvFeature.SynchronousReplication) && features.Contains(KvFeature.AlternativeRequests)))
        {
            throw new TargetException(
                $"The server has no synchronous durability, which --durability {contract.Name} needs: take Couchbase Server "
                + $"6.5 or newer, or --durability {All.Single(c => c.IsDefault).Name}.");
        }
    }
}
