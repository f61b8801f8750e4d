using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Durability levels: how many members hold an acknowledged write, and whether it is in their journals on disk.
/// <see cref="MongoDefinition"/> lists them for <c>--durability</c>, and <see cref="MongoCollection"/> sends their write
/// concern with each command. Results store the names, so a name must not change.
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

    /// <summary>Number of members that hold an acknowledged batch.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="members">Members with data in the set, or in the cluster's smallest shard.</param>
    /// <param name="arbiters">Members without data.</param>
    public static Copies CopiesOf(DurabilityContract contract, int members, int arbiters) =>
        new(contract.Name == Majority ? MajorityOf(members, arbiters) : 1, members);

    /// <summary>
    /// Number of members that a majority takes. Arbiters vote too, but acknowledge nothing, so that the members with data must
    /// make up for them.
    /// </summary>
    /// <param name="members">Members with data.</param>
    /// <param name="arbiters">Members without data.</param>
    public static int MajorityOf(int members, int arbiters) => Math.Min(members, ((members + arbiters) / 2) + 1);

    /// <summary>The write concern that keeps a durability level.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="timeoutMs">Longest wait of the server for its members, in milliseconds. 0 for no limit.</param>
    public static BsonDocument Concern(DurabilityContract contract, int timeoutMs)
    {
        var concern = new BsonDocument(("w", contract.Name == Majority ? Majority : 1), ("j", IsJournaled(contract)));
        return timeoutMs > 0 ? concern.Add("wtimeout", timeoutMs) : concern;
    }

    /// <summary>
    /// The read concern for reading back: <c>majority</c> leaves out records that may be rolled back. The other levels promise
    /// less, so <c>local</c> suffices. <see cref="MongoCollection"/> takes <c>local</c> from a standalone server.
    /// </summary>
    public static string ReadConcern(DurabilityContract contract) => contract.Name == Majority ? Majority : "local";

    /// <summary>Refuses an endpoint whose write concern contradicts the durability level.</summary>
    /// <exception cref="ArgumentException">The two differ.</exception>
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
