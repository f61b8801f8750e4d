using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Volt;

/// <summary>
/// Defines VoltDB's durability levels and finds the one that a server's deployment enforces. <see cref="VoltDefinition"/> lists
/// them and refuses a server that does not enforce the requested level. Results store the names of the levels, so a name must not
/// change. It changes no setting of a server.
/// </summary>
internal static class VoltContracts
{
    public static readonly DurabilityContract Memory = new(
        "memory",
        "An acknowledged batch is in the memory of every node that keeps its partition, and nowhere else: it does not survive "
        + "the end of the last of their processes.",
        Survival.Nothing)
    {
        IsDefault = true,
    };

    public static readonly DurabilityContract Snapshot = new(
        "snapshot",
        "As memory, while the server writes all of its memory to disk in intervals: what was acknowledged after the last "
        + "snapshot was begun does not survive the end of the process.",
        Survival.Nothing);

    public static readonly DurabilityContract LogAsync = new(
        "log-async",
        "An acknowledged batch is in the command log's buffer, which is synced to disk in intervals: the end of the process "
        + "loses what came after the last sync.",
        Survival.Nothing);

    public static readonly DurabilityContract LogSync = new(
        "log-sync",
        "The command log, from which an acknowledged batch is carried out again, is synced to disk before the "
        + "acknowledgement: it survives a power cut.",
        Survival.PowerLoss);

    /// <summary>All durability levels.</summary>
    public static readonly IReadOnlyList<DurabilityContract> All = [Memory, Snapshot, LogAsync, LogSync];

    /// <summary>The level that a server enforces.</summary>
    /// <param name="deployment">The server's deployment settings.</param>
    public static DurabilityContract Of(IReadOnlyDictionary<string, string> deployment) =>
        Has(deployment, "commandlogenabled") ? deployment.GetValueOrDefault("commandlogmode") == "sync" ? LogSync : LogAsync
        : Has(deployment, "snapshotenabled") ? Snapshot
        : Memory;

    /// <summary>Refuses a server that does not enforce a level.</summary>
    /// <param name="contract">The requested level.</param>
    /// <param name="deployment">The server's deployment settings.</param>
    /// <exception cref="TargetException">The server enforces another level. The message says what to change.</exception>
    public static void Check(DurabilityContract contract, IReadOnlyDictionary<string, string> deployment)
    {
        var kept = Of(deployment);
        if (kept != contract)
        {
            throw new TargetException(
                $"The server's deployment makes it keep '{kept.Name}', and --durability {contract.Name} was asked for: switch "
                + $"the command log (not in the Community Edition) or automatic snapshots on or off in its deployment file, "
                + $"or choose --durability {kept.Name}.");
        }
    }

    private static bool Has(IReadOnlyDictionary<string, string> deployment, string property) =>
        deployment.GetValueOrDefault(property) == "true";
}
