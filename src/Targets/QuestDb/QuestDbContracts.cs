using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Defines QuestDB's durability levels: values of the server's <c>cairo.commit.mode</c>, which no client can choose.
/// <see cref="QuestDbDefinition"/> lists them and refuses a server with another value. It compares a name with the value, so a
/// name must not change.
/// </summary>
internal static class QuestDbContracts
{
    /// <summary>All durability levels. The vendor's default is the default.</summary>
    public static IReadOnlyList<DurabilityContract> All { get; } =
    [
        new(
            "nosync",
            "The batch is committed to the write-ahead log in the operating system's memory (cairo.commit.mode=nosync, the "
            + "vendor's default): it survives the end of the process, a power cut may lose it.",
            Survival.ProcessCrash) { IsDefault = true },
        new(
            "sync",
            "The batch is committed to the write-ahead log and synced to disk (cairo.commit.mode=sync): it survives a power cut.",
            Survival.PowerLoss),
    ];
}
