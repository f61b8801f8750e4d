using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

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

    /// <summary>Refuses a server that commits in another way than a level says.</summary>
    /// <param name="contract">The requested level.</param>
    /// <param name="commitMode">The server's <c>cairo.commit.mode</c>, which may be one that is no level.</param>
    /// <param name="server">Address of the server, for the message.</param>
    /// <exception cref="TargetException">The server is set differently. The message says what to do.</exception>
    public static void Check(DurabilityContract contract, string commitMode, ServerAddress server)
    {
        if (commitMode != contract.Name)
        {
            string choice = All.Any(level => level.Name == commitMode) ? $"choose --durability {commitMode}, or set"
                : "no durability is that one: set";
            throw new TargetException($"--durability {contract.Name}: the server at {server} has cairo.commit.mode={commitMode}; "
                + $"{choice} cairo.commit.mode={contract.Name} in the server's server.conf.");
        }
    }
}
