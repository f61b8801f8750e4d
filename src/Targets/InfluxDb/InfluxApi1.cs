using System.Net;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Makes the requests to InfluxDB version 1, which has databases with retention policies. <see cref="InfluxApi.Of"/> creates it
/// when a target is opened. Create and Drop concern the endpoint's database only. Settling flushes shards. No other call may,
/// least of all while sources write.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="product">Product and version of the server.</param>
/// <param name="snapshots">
/// Address of the snapshot service, by which shards are flushed. Null if unknown: settling then waits until the server writes its
/// files by itself.
/// </param>
internal sealed class InfluxApi1(InfluxServer server, InfluxEndpoint endpoint, string product, EndPoint? snapshots)
    : InfluxQlApi(server, endpoint.Database)
{
    private static readonly TimeSpan FlushTimeout = TimeSpan.FromMinutes(5);
    private static readonly string[] Reported = ["wal-fsync-delay", "cache-max-memory-size", "cache-snapshot-memory-size",
        "cache-snapshot-write-cold-duration", "max-concurrent-compactions"];

    private readonly InfluxShards _shards = new(server, endpoint.Database);

    /// <inheritdoc/>
    public override string Product => product;

    /// <inheritdoc/>
    public override string WriteTarget { get; } = HttpRequest.Target("/write", ("db", endpoint.Database), ("precision", "u"));

    /// <inheritdoc/>
    public override string SettledBy => snapshots is null
        ? "the server wrote its cache to files by itself, no compaction under way"
        : "shards flushed through the service of snapshots, no compaction under way";

    /// <inheritdoc/>
    public override string SpaceIs => "files of data (TSM), without the write-ahead log";

    /// <inheritdoc/>
    public override void Create(CancellationToken cancellation) =>
        Server.Query($"CREATE DATABASE {endpoint.Database} WITH DURATION INF REPLICATION 1 SHARD DURATION "
            + $"{endpoint.ShardDuration} NAME endless", null, cancellation);

    /// <inheritdoc/>
    public override void Drop(CancellationToken cancellation) =>
        Server.Query($"DROP DATABASE {endpoint.Database}", null, cancellation);

    /// <inheritdoc/>
    public override IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation) =>
    [
        ("retention", $"endless, shards of {endpoint.ShardDuration}, one copy"),
        .. Server.Query("SHOW DIAGNOSTICS", null, cancellation).Where(s => s.Name == "config-data").SelectMany(s => s.Rows[0])
            .Where(c => Reported.Contains(c.Key)).Select(c => (c.Key, c.Value.ToString())),
    ];

    /// <inheritdoc/>
    public override void AwaitQuiet(CancellationToken cancellation) =>
        _shards.AwaitQuiet(snapshots is { } service ? shard => InfluxSnapshot.Flush(service, shard, FlushTimeout)
            : null, cancellation);

    /// <inheritdoc/>
    public override long FileBytes(CancellationToken cancellation) => _shards.FileBytes(cancellation);
}
