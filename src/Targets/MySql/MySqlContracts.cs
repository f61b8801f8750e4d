using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Defines the durability levels of MySQL and MariaDB: values of the server's <c>innodb_flush_log_at_trx_commit</c>, which
/// applies to all sessions. The definitions list them, and <see cref="MySqlFamilyDefinition"/> and <see cref="MySqlTarget"/>
/// refuse a server with another value. A name ends with the value, and results store it, so a name must not change. The class
/// never changes a setting of a server.
/// </summary>
internal static class MySqlContracts
{
    private const string Prefix = "flush-";

    /// <summary>All durability levels.</summary>
    public static readonly IReadOnlyList<DurabilityContract> All =
    [
        new(Prefix + "1",
            "An acknowledged batch is flushed to the redo log on disk, and to the binary log where there is one: it survives "
            + "a crash of the database and of "
            + "the machine.", Survival.PowerLoss) { IsDefault = true },
        new(Prefix + "2",
            "An acknowledged batch is written to the redo log and flushed to disk once a second: it survives a crash of the "
            + "database, and a crash of the "
            + "machine loses the last second or more.", Survival.ProcessCrash),
        new(Prefix + "0",
            "An acknowledged batch is written to the redo log and flushed once a second: a crash of the database or of the "
            + "machine loses the last second or "
            + "more, but never leaves a part of a batch.", Survival.Nothing),
    ];

    /// <summary>The value of <c>innodb_flush_log_at_trx_commit</c> for a level.</summary>
    public static string Value(DurabilityContract contract) => contract.Name[Prefix.Length..];

    /// <summary>Refuses a server that does not enforce a level.</summary>
    /// <param name="contract">The requested level.</param>
    /// <param name="session">A session.</param>
    /// <exception cref="TargetException">The server is set differently. The message says what to set.</exception>
    public static void Check(DurabilityContract contract, MySqlConnection session)
    {
        Check(contract, MySqlSettings.Read(session));
        if (!MySqlSettings.HasRedoLog(session))
        {
            throw new TargetException(
                "The server's redo log is switched off, so that a crash of the database can lose all of its data whatever the "
                + "durability: ALTER INSTANCE ENABLE INNODB REDO_LOG.");
        }
    }

    /// <summary>Refuses variables that do not enforce a level.</summary>
    /// <param name="contract">The requested level.</param>
    /// <param name="settings">The server's variables.</param>
    /// <exception cref="TargetException">The server is set differently. The message says what to set.</exception>
    public static void Check(DurabilityContract contract, IReadOnlyDictionary<string, string> settings)
    {
        const string Flush = "innodb_flush_log_at_trx_commit";
        string value = Value(contract);
        if (settings[Flush] != value)
        {
            // MariaDB has 3 too, which is no level.
            string choice = All.Any(level => Value(level) == settings[Flush])
                ? $", or choose --durability {Prefix}{settings[Flush]}" : string.Empty;
            throw new TargetException(string.Create(
                CultureInfo.InvariantCulture,
                $"The server has {Flush} = {settings[Flush]}, and durability '{contract.Name}' is {value}: SET GLOBAL {Flush} "
                + $"= {value}{choice}."));
        }

        if (value == "1" && settings.GetValueOrDefault("log_bin") == "ON" && settings["sync_binlog"] != "1")
        {
            throw new TargetException(
                $"The server writes a binary log with sync_binlog = {settings["sync_binlog"]}: a crash of the machine can "
                + $"lose what durability '{contract.Name}' promises. "
                + "SET GLOBAL sync_binlog = 1, or choose --durability flush-2 with the server set to it.");
        }

        if (value == "1" && settings.GetValueOrDefault("innodb_flush_method") is "nosync" or "littlesync")
        {
            throw new TargetException(
                $"The server runs with innodb_flush_method = {settings["innodb_flush_method"]}, which does not flush its files: "
                + $"a crash of the machine can lose what durability '{contract.Name}' promises. Start it with another method, or "
                + "choose --durability flush-2 with the server set to it.");
        }
    }
}
