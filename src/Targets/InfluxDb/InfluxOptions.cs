using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Declares the options of InfluxDB's endpoint. <see cref="InfluxEndpoint"/> reads an endpoint by them, and <c>EndpointsPage</c>
/// (the reference page) and the verb <c>targets</c> list them. Results store their names, so a name must not change.
/// </summary>
internal static class InfluxOptions
{
    /// <summary>All options in the order of the documentation.</summary>
    public static EndpointOptions All { get; } = new(
    [
        EndpointOption.Word("gzip", "whether batches travel compressed", "true", "false")
            with { Default = "false", IsAxis = true },
        EndpointOption.Text("shard_duration", "period of one shard (versions 1 and 2): a number and h, d or w", "1h, 1d, 7d",
            IsDuration) with { Default = "7d", IsAxis = true },
        EndpointOption.Text("database", "the database, or bucket of version 2; each trial drops it",
            "up to 100 letters, digits and underscores", HttpEndpoint.IsName) with { Default = "dbingest" },
        EndpointOption.Text("org", "the organisation of version 2; else the only one that the token sees", "a name"),
        EndpointOption.Number("backup_port", 1, 65_535,
            "the port of the service of snapshots of version 1 (its `bind-address`), by which it is told to write what it "
            + "holds in memory to its files; without it, settling waits until the server does so by itself"),
        .. HttpEndpoint.TlsOptions,
        EndpointOption.Text("home", "the folder of `influxd`; else the one on the PATH", "a folder")
            with { IsPath = true, IsOfPrivateServer = true },
        EndpointOption.Word("index", "where series are indexed: in memory, the vendor's default, or on disk", "inmem", "tsi1")
            with { Default = "inmem", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Number("fsync_delay_ms", 0, 1000,
            "how long a write waits for others to be synced with it (`wal-fsync-delay`); 0, the vendor's default, for each by "
            + "itself") with { Default = "0", IsAxis = true, IsOfPrivateServer = true },
        EndpointOption.Size("cache",
            "largest amount in memory before writes are refused (`cache-max-memory-size`); the vendor's default is 1G")
            with { Default = "1G", IsAxis = true, IsOfPrivateServer = true },
    ]);

    private static bool IsDuration(string value) =>
        value.Length is > 1 and < 6 && value[^1] is 'h' or 'd' or 'w' && value[0] != '0' && value[..^1].All(char.IsAsciiDigit);
}
