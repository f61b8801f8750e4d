using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb.Server;

/// <summary>
/// The plan of a private server of InfluxDB 1. <see cref="InfluxDefinition"/> makes it and <see cref="PrivateServer"/> starts it.
/// <see cref="InfluxRecipe"/> deploys the same process. It requires no password, so it must listen only on loopback or in the
/// run's private network.
/// </summary>
/// <param name="Program">Path of <c>influxd</c>.</param>
/// <param name="Index">Where series are indexed: <c>inmem</c> or <c>tsi1</c>.</param>
/// <param name="FsyncDelayMs">Milliseconds that a write waits to be synced together with others.</param>
/// <param name="CacheMb">Largest cache in MiB before writes are refused.</param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record InfluxPlan(string Program, string Index, int FsyncDelayMs, int CacheMb, string WorkFolder,
    ServerLimits? Limits) : HttpServerPlan(
    "influxdb",
    "InfluxDB",
    Program,
    string.Create(
        CultureInfo.InvariantCulture,
        $"vendor's defaults but for HTTP on loopback alone, no server statistics stored, no log of requests, index "
        + $"{Index}, wal-fsync-delay {FsyncDelayMs} ms, cache at most {CacheMb} MiB"),

    // Twice the cache, for the snapshot that is being written, and 512 MiB for compactions and the index.
    (2 * CacheMb) + 512,
    WorkFolder,
    Limits)
{
    /// <summary>Finds the program: in the folder that the user names, else on the PATH.</summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <exception cref="TargetException">There is none. The message names the ways to get a server.</exception>
    public static string Find(string? named) => (named is null ? Programs.OnPath("influxd")
        : Programs.In([named, Path.Combine(named, "bin"), Path.Combine(named, "usr", "bin")], "influxd"))
        ?? throw new TargetException(
            $"There is no InfluxDB to use: "
            + $"{(named is null ? "no server answers at localhost:8086, and there is no influxd on the PATH" : $"there is no influxd in {named}")}. "
            + "Either start one (a package of version 1 or its container image, port 8086), or name one by --endpoint "
            + "http://HOST:PORT, or install influxd (Debian: apt-get install influxdb), and a server is started for each run.",
            isUnreachable: true);

    /// <inheritdoc/>
    protected override void Ask(ServerAddress address, HttpConnectionOptions options) => new InfluxServer(address, options)
        .Version(CancellationToken.None);

    /// <inheritdoc/>
    protected override IReadOnlyList<string> Command(string folder, IReadOnlyList<int> ports) =>
        [Program, "-config", Path.Combine(folder, "influxdb.conf")];

    /// <inheritdoc/>
    protected override IReadOnlyDictionary<string, string> Files(string folder, string address, IReadOnlyList<int> ports)
    {
        string host = address.Contains(':', StringComparison.Ordinal) ? $"[{address}]" : address;
        return new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["influxdb.conf"] = string.Create(CultureInfo.InvariantCulture, $"""
        reporting-disabled = true
        bind-address = "{host}:{ports[1]}"
        [meta]
          dir = {EscapedText.Quoted(folder + "/meta")}
        [data]
          dir = {EscapedText.Quoted(folder + "/data")}
          wal-dir = {EscapedText.Quoted(folder + "/wal")}
          index-version = "{Index}"
          wal-fsync-delay = "{FsyncDelayMs}ms"
          cache-max-memory-size = {(long)CacheMb << 20}
          query-log-enabled = false
        [http]
          bind-address = "{host}:{ports[0]}"
          log-enabled = false
        [monitor]
          store-enabled = false
        [logging]
          level = "warn"

        """),
        };
    }
}
