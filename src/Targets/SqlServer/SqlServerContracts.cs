using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Durability levels: the database's <c>DELAYED_DURABILITY</c>. <see cref="SqlServerDefinition"/> lists them for
/// <c>--durability</c>. <see cref="SqlServerDatabase"/> sets them only in a database that a run creates, and refuses another
/// database that contradicts them. Results store the names, so a name must not change.
/// </summary>
internal static class SqlServerContracts
{
    private const string DelayedName = "delayed";

    /// <summary>All durability levels.</summary>
    public static readonly IReadOnlyList<DurabilityContract> All =
    [
        new("full", "An acknowledged batch is hardened in the transaction log on disk: it survives a crash of the database "
            + "and of the machine.", Survival.PowerLoss) { IsDefault = true },
        new(DelayedName,
            "An acknowledged batch may still be in a log buffer in memory (delayed durability): a crash of the database or of "
            + "the machine loses the last "
            + "batches, but never leaves a part of one.", Survival.Nothing),
    ];

    /// <summary>The value of the setting that keeps a durability level in a database that this run creates.</summary>
    public static string Setting(DurabilityContract contract) => contract.Name == DelayedName ? "FORCED" : "DISABLED";

    /// <summary>Refuses an existing database whose setting contradicts a durability level.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="setting">The database's <c>delayed_durability_desc</c>.</param>
    /// <param name="database">Name of the database.</param>
    /// <exception cref="TargetException">The setting contradicts the level.</exception>
    public static void Check(DurabilityContract contract, string setting, string database)
    {
        bool isForced = setting == "FORCED";
        if (isForced != (contract.Name == DelayedName))
        {
            throw new TargetException(
                $"Database {database} has DELAYED_DURABILITY = {setting}, which is not what durability '{contract.Name}' "
                + $"means; it was there before, so its settings are left alone. "
                + $"Say: ALTER DATABASE [{database}] SET DELAYED_DURABILITY = {Setting(contract)}, or name a database that is "
                + $"not there yet: it is then created for the run.");
        }
    }
}
