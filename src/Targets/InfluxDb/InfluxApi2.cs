using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Makes the requests to InfluxDB version 2: buckets of an organisation, accessed by token. <see cref="InfluxApi.Of"/> creates
/// it when a target is opened. Stored rows are read by InfluxQL through a mapping of the bucket to a database, which Create
/// makes. Create and Drop concern the endpoint's bucket only. Nothing can make this server flush, so settling waits until its
/// metrics say that all data is in files.
/// </summary>
/// <param name="server">The server.</param>
/// <param name="endpoint">How to store records.</param>
/// <param name="product">Product and version of the server.</param>
internal sealed class InfluxApi2(InfluxServer server, InfluxEndpoint endpoint, string product)
    : InfluxQlApi(server, endpoint.Database)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    // Lanes may find these at the same time. Each is one reference, so that no lane sees a part of it.
    private Named? _organisation;
    private string? _bucket;

    /// <inheritdoc/>
    public override string Product => product;

    /// <inheritdoc/>
    public override string WriteTarget => HttpRequest.Target("/api/v2/write", ("org", Organisation(CancellationToken.None).Name),
        ("bucket", endpoint.Database), ("precision", "us"));

    /// <inheritdoc/>
    public override string SettledBy => "the server wrote its cache to files by itself, no compaction under way, by its /metrics";

    /// <inheritdoc/>
    public override string SpaceIs => "files of data (TSM) by the server's /metrics, without the write-ahead log";

    /// <inheritdoc/>
    public override void Create(CancellationToken cancellation)
    {
        string organisation = Organisation(cancellation).Id;
        var bucket = Server.Json("POST", "/api/v2/buckets", new
        {
            orgID = organisation,
            name = endpoint.Database,
            retentionRules =
                new[] { new { type = "expire", everySeconds = 0, shardGroupDurationSeconds = endpoint.ShardSeconds } },
        }, cancellation);
        _bucket = bucket.GetProperty("id").GetString()!;
        Server.Json("POST", "/api/v2/dbrps", new Dictionary<string, object>
        {
            ["orgID"] = organisation,
            ["bucketID"] = _bucket,
            ["database"] = endpoint.Database,
            ["retention_policy"] = "endless",
            ["default"] = true,
        }, cancellation);
    }

    /// <inheritdoc/>
    public override void Drop(CancellationToken cancellation)
    {
        // Another process may have dropped and created the bucket, so its id may have changed.
        _bucket = null;
        if (Bucket(cancellation) is { } id)
        {
            Server.Json("DELETE", $"/api/v2/buckets/{id}", null, cancellation);
        }

        _bucket = null;
    }

    /// <inheritdoc/>
    public override IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation) =>
        [("organisation", Organisation(cancellation).Name), ("retention", $"endless, shards of {endpoint.ShardDuration}")];

    /// <inheritdoc/>
    public override void AwaitQuiet(CancellationToken cancellation) => Waiting.Until(
        () =>
        {
            var metrics = InfluxMetrics.Read(Server.Text("/metrics", cancellation));
            return metrics.Sum("storage_cache_inuse_bytes", Bucket(cancellation)) == 0
                && metrics.Sum("storage_compactions_active", Bucket(cancellation)) == 0
                && metrics.Sum("storage_compactions_queued", Bucket(cancellation)) == 0;
        },
        Interval,
        ServerTimeouts.Quiet,
        () => new TargetException(
            string.Create(CultureInfo.InvariantCulture,
            $"The server still holds points in memory alone, or compacts, after {ServerTimeouts.Quiet.TotalMinutes:0} minutes.")),
        cancellation);

    /// <inheritdoc/>
    public override long FileBytes(CancellationToken cancellation) =>
        InfluxMetrics.Read(Server.Text("/metrics", cancellation)).Sum("storage_tsm_files_disk_bytes", Bucket(cancellation));

    private string? Bucket(CancellationToken cancellation)
    {
        if (_bucket is null)
        {
            try
            {
                var found = Server.Json("GET",
                    HttpRequest.Target("/api/v2/buckets", ("org", Organisation(cancellation).Name), ("name", endpoint.Database)),
                    null, cancellation);
                _bucket = found.GetProperty("buckets").EnumerateArray().Select(Id).FirstOrDefault();
            }
            catch (HttpStatusException none) when (none.Status == 404)
            {
                // Some releases answer 404 if no bucket has the name.
            }
        }

        return _bucket;
    }

    /// <summary>The organisation that the endpoint names, or the only one that the token can see.</summary>
    private Named Organisation(CancellationToken cancellation)
    {
        if (_organisation is { } known)
        {
            return known;
        }

        var found = Server.Json("GET", HttpRequest.Target("/api/v2/orgs", ("org", endpoint.Organisation)), null, cancellation)
            .GetProperty("orgs").EnumerateArray()
            .Select(o => new Named(Id(o), o.GetProperty("name").GetString()!)).ToList();
        return _organisation = found is [var only]
            ? only
            : throw new TargetException(found.Count == 0
                ? $"The token sees no organisation{(endpoint.Organisation is { } name ? $" named {name}" : string.Empty)}: "
                    + "name one that it is for by org=NAME in --endpoint."
                : $"The token sees several organisations ({string.Join(", ", found.Select(o => o.Name))}): name one of "
                    + $"them by org=NAME in --endpoint.");
    }

    private static string Id(JsonElement thing) => thing.GetProperty("id").GetString()!;

    private sealed record Named(string Id, string Name);
}
