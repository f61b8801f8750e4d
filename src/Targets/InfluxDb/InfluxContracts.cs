using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Defines InfluxDB's durability levels. Each version of the server enforces exactly one of them.
/// <see cref="InfluxDefinition"/> lists them and refuses a server of a version with another level. Results store the names, so
/// a name must not change.
/// </summary>
internal static class InfluxContracts
{
    /// <summary>The level of versions 1 and 2.</summary>
    public const string Synced = "fsync";

    /// <summary>The level of version 3.</summary>
    public const string Stored = "stored";

    /// <summary>All durability levels. That of versions 1 and 2 is the default.</summary>
    public static IReadOnlyList<DurabilityContract> All { get; } =
    [
        new(
            Synced,
            "The batch is in the write-ahead log and synced to disk, alone or with others that were written within "
            + "wal-fsync-delay: it survives a power cut. Versions 1 and 2.",
            Survival.PowerLoss) { IsDefault = true },
        new(
            Stored,
            "The batch is in a file of the write-ahead log in the server's object store (no_sync=false, the vendor's "
            + "default): it survives the end of the process; in a folder, which the server does not sync, a power cut may "
            + "lose it. Version 3.",
            Survival.ProcessCrash),
    ];
}
