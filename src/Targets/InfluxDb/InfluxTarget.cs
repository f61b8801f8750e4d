using System.Globalization;
using System.Net;
using DbIngest.Core.Audit;
using DbIngest.Core.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.InfluxDb;

/// <summary>An InfluxDB server of version 1, foreign or private.</summary>
/// <param name="contract">The contract.</param>
/// <param name="endpoint">How it is written to.</param>
/// <param name="server">The server.</param>
/// <param name="own">Our part in a private server; null for a foreign one.</param>
internal sealed class InfluxTarget(DurabilityContract contract, InfluxEndpoint endpoint, InfluxServer server, ServerLease<PrivateHttpServer>? own)
    : HttpTarget(InfluxDefinition.Product1, contract, server.Place, own is null ? endpoint.At(server.Place) : endpoint.At(own.Server), own, "influxd")
{
    private static readonly TimeSpan FlushTimeout = TimeSpan.FromMinutes(5);
    private static readonly string[] Reported = ["wal-fsync-delay", "cache-max-memory-size", "cache-snapshot-memory-size", "cache-snapshot-write-cold-duration", "max-concurrent-compactions"];

    private readonly InfluxShards _shards = new(server, endpoint.Database);
    private TrialTable? _table;

    private TrialTable Table => _table ?? throw new TargetException("The target was neither prepared nor attached.");

    // Where shards can be flushed, in the place of the server or of our own.
    private EndPoint? Snapshots => (Own?.SecondPort ?? endpoint.BackupPort) is not { } port ? null
        : server.Place.Server is DnsEndPoint name ? new DnsEndPoint(name.Host, port) : new IPEndPoint(((IPEndPoint)server.Place.Server).Address, port);

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default) => _table = table;

    /// <inheritdoc/>
    protected override HttpSession Session() => server.Session();

    /// <inheritdoc/>
    protected override (string Product, string Protocol) Describe(IDictionary<string, string> settings, CancellationToken cancellation)
    {
        settings["series"] = _table is null ? "one a source" : string.Create(CultureInfo.InvariantCulture, $"{_table.Sources}: one a source, the tag");
        settings["retention"] = $"endless, shards of {endpoint.ShardDuration}, one copy";
        settings["compression_of_requests"] = endpoint.IsCompressed ? "gzip, fastest" : "none";
        settings["settled_by"] = Snapshots is null
            ? "the server wrote its cache to files by itself, no compaction under way"
            : "shards flushed through the service of snapshots, no compaction under way";
        settings["space_is"] = "files of data (TSM), without the write-ahead log";
        foreach (var cell in server.Query("SHOW DIAGNOSTICS", null, cancellation).Where(s => s.Name == "config-data").SelectMany(s => s.Rows[0]).Where(c => Reported.Contains(c.Key)))
        {
            settings[cell.Key] = cell.Value.ToString();
        }

        return (server.Product(cancellation), "line protocol");
    }

    /// <inheritdoc/>
    protected override void Create(CancellationToken cancellation)
    {
        Drop(cancellation);
        server.Query($"CREATE DATABASE {endpoint.Database} WITH DURATION INF REPLICATION 1 SHARD DURATION {endpoint.ShardDuration} NAME endless", null, cancellation);
    }

    /// <inheritdoc/>
    protected override IBatchWriter Writer(HttpSession session, CancellationToken cancellation) => new InfluxWriter(session, endpoint, Table.Schema, cancellation);

    /// <inheritdoc/>
    protected override void AwaitQuiet(CancellationToken cancellation) =>
        _shards.AwaitQuiet(Snapshots is { } service ? shard => InfluxSnapshot.Flush(service, shard, FlushTimeout) : null, cancellation);

    /// <inheritdoc/>
    protected override DiskSpace Space(CancellationToken cancellation)
    {
        string[] folders = Own is null ? [] : [.. new[] { "data", "wal" }.Select(f => Path.Combine(Own.Server.Folder, f, endpoint.Database)).Where(Directory.Exists)];
        var files = folders.Select(FileSpace.OfFolder).ToList();
        return new DiskSpace(_shards.FileBytes(cancellation), 0, 0, Own is null ? null : files.Sum(f => f.ApparentBytes), Own is null ? null : files.Sum(f => f.AllocatedBytes));
    }

    /// <inheritdoc/>
    public override bool AuditsShares => true;

    /// <inheritdoc/>
    protected override void Read(StoredContent audit, CancellationToken cancellation) => new InfluxAudit(server, endpoint.Database, Table.Schema).Run(audit, cancellation);

    /// <inheritdoc/>
    protected override void Drop(CancellationToken cancellation) => server.Query($"DROP DATABASE {endpoint.Database}", null, cancellation);

    /// <inheritdoc/>
    protected override TargetException Failure(string what, WireException error) => InfluxErrors.OfTarget(what, error);
}
