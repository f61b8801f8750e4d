using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// The contracts: how many members have a write, and whether it is in their journals on disk, when it is acknowledged.
/// </summary>
internal static class MongoContracts
{
    private const string Majority = "majority";
    private const string Journaled = "w1-journal";

    /// <summary>All durability levels.</summary>
    public static IReadOnlyList<DurabilityContract> All { get; } =
    [
        new(
            Majority,
            "More than half of the voting members of the replica set (of each shard) have the batch in their journals on "
            + "disk: it survives a power cut, and the election of another primary.",
            Survival.PowerLoss) { IsDefault = true },
        new(
            Journaled,
            "One member, the primary, has the batch in its journal on disk: it survives a power cut there; when another "
            + "member is elected before it has the batch, it is rolled back.",
            Survival.PowerLoss),
        new(
            "w1",
            "One member, the primary, has the batch in its memory; the journal is written and synced every 100 ms: the death "
            + "of the process loses up to 100 ms of acknowledged batches.",
            Survival.Nothing),
    ];

    /// <summary>On how many members a batch is under a contract.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="members">Members with data of the set, or of the smallest of a cluster's shards.</param>
    public static Copies CopiesOf(DurabilityContract contract, int members) => contract.Name == Majority
        ? Copies.Majority(members) : new(1, members);

    /// <summary>The write concern that a contract is kept by.</summary>
    /// <param name="contract">The contract.</param>
    /// <param name="timeoutMs">How long the server waits for the members; 0 for as long as it takes.</param>
    public static BsonDocument Concern(DurabilityContract contract, int timeoutMs)
    {
        var concern = new BsonDocument(("w", contract.Name == Majority ? Majority : 1), ("j", IsJournaled(contract)));
        return timeoutMs > 0 ? concern.Add("wtimeout", timeoutMs) : concern;
    }

    /// <summary>
    /// The read concern that sees what a contract has acknowledged, and nothing that may be rolled back: where the server has it.
    /// </summary>
    public static string ReadConcern(DurabilityContract contract) => contract.Name == Majority ? Majority : "local";

    /// <summary>Refuses a write concern in the endpoint that is another than the contract's.</summary>
    /// <exception cref="ArgumentException">It is.</exception>
    public static void Check(DurabilityContract contract, MongoEndpoint endpoint)
    {
        var (w, journal) = endpoint.Concern;
        string wanted = contract.Name == Majority ? Majority : "1";
        if ((w is not null && w != wanted) || (journal is not null && journal != IsJournaled(contract)))
        {
            throw new ArgumentException(
                $"--endpoint: w and journal are not those of --durability {contract.Name} (w={wanted}, "
                + $"journal={(IsJournaled(contract) ? "true" : "false")}); leave them out, or choose by --durability "
                + $"{string.Join(", ", All.Select(c => c.Name))}.");
        }
    }

    private static bool IsJournaled(DurabilityContract contract) => contract.Name is Majority or Journaled;
}
