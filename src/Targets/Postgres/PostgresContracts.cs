using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Durability levels: each is the server's <c>synchronous_commit</c> of the same name, on a server with fsync on.
/// <see cref="PostgresDefinition"/> lists them for <c>--durability</c>, <see cref="PostgresSettings"/> refuses a server that
/// cannot keep one, and each writer's session sets the level. The names are values of the server's setting, so they must not
/// change.
/// </summary>
internal static class PostgresContracts
{
    /// <summary>All durability levels.</summary>
    public static readonly IReadOnlyList<DurabilityContract> All =
    [
        new("on", "An acknowledged batch is flushed to the server's write-ahead log on disk, and to that of every synchronous "
            + "standby if there are any: it survives a crash of the database and of the machine.",
                Survival.PowerLoss) { IsDefault = true },
        new("off", "An acknowledged batch may still be in memory for up to three times wal_writer_delay: a crash of the database "
            + "or of the machine loses the last batches, but never leaves a part of one.", Survival.Nothing),
        new("local", "An acknowledged batch is flushed to the server's own write-ahead log on disk and survives a crash of the "
            + "database and of the machine; standbys are not waited for.", Survival.PowerLoss),
        new("remote_write", "As local, and every synchronous standby has handed the batch to its operating system: it also "
            + "survives the loss of the primary, unless the standby's machine crashes at the same time.", Survival.PowerLoss),
        new("remote_apply", "As on, and every synchronous standby has applied the batch: its queries see it.",
            Survival.PowerLoss),
    ];

    /// <summary>Refuses a server that cannot keep a durability level.</summary>
    /// <param name="contract">The durability level.</param>
    /// <param name="fsync">The server's <c>fsync</c>.</param>
    /// <param name="standbys">The server's <c>synchronous_standby_names</c>.</param>
    /// <exception cref="TargetException">The server's settings contradict the level.</exception>
    public static void Check(DurabilityContract contract, string fsync, string standbys)
    {
        if (fsync != "on")
        {
            throw new TargetException(
                $"The server runs with fsync={fsync}: no acknowledgement of it means what durability '{contract.Name}' promises. "
                + "Set fsync = on and restart it.");
        }

        if (contract.Name.StartsWith("remote_", StringComparison.Ordinal) && standbys.Length == 0)
        {
            throw new TargetException(
                $"Durability '{contract.Name}' waits for a synchronous standby, and the server's synchronous_standby_names is "
                + $"empty. "
                + "Configure a standby, or choose 'local'.");
        }
    }
}
