using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>The contracts: by how many nodes, and whether on their disks, a document is held when it is acknowledged.</summary>
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

    /// <summary>What a synchronous write waits for under a contract.</summary>
    public static KvDurability Level(DurabilityContract contract) => contract.Name switch
    {
        "majority" => KvDurability.Majority,
        "majority-persist-active" => KvDurability.MajorityAndPersistToActive,
        "persist-majority" => KvDurability.PersistToMajority,
        _ => KvDurability.None,
    };

    /// <summary>On how many nodes a document is under a contract.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="kept">Nodes that hold a document: the active one, and replicas.</param>
    public static Copies CopiesOf(DurabilityContract contract, int kept) => Level(contract) == KvDurability.None ? new(1, kept)
        : Copies.Majority(kept);

    /// <summary>
    /// The framing extras of a write: none where one node's memory is enough. How long the server waits is its own default (10
    /// s).
    /// </summary>
    public static byte[] Framing(DurabilityContract contract)
    {
        const byte DurabilityRequirement = 0x11;
        var level = Level(contract);
        return level == KvDurability.None ? [] : [DurabilityRequirement, (byte)level];
    }

    /// <summary>Refuses a contract that the server cannot keep.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="features">What the server agreed to.</param>
    /// <exception cref="TargetException">It cannot.</exception>
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
