using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Measures the collection's disk space on all data servers together, replicas included, by the servers' own figures
/// (<c>$collStats</c>). The log is what journals (<c>serverStatus</c>) and operations' logs (<c>collStats</c>) took since the
/// first measurement of the collection, without bytes between two measurements around a restart of the server.
/// <see cref="MongoTarget"/> calls it before a trial and after settling, and <see cref="MongoSettling"/> while it waits for a
/// server without <c>fsync</c>.
/// </summary>
internal sealed class MongoSpace(MongoDeployment deployment, MongoDataServers servers)
{
    private readonly LogGrowth _logs = new();

    /// <summary>Details of the last measurement for the description.</summary>
    public IReadOnlyDictionary<string, string> Findings { get; private set; } = new Dictionary<string, string>();

    /// <summary>Lets the log count from the next measurement. <see cref="MongoTarget"/> calls it for a new collection.</summary>
    public void Reset() => _logs.Reset();

    /// <summary>Measures.</summary>
    /// <param name="collection">The collection.</param>
    /// <param name="cancellation">Checked between two servers.</param>
    /// <returns>The space in bytes.</returns>
    /// <exception cref="WireException">A server does not answer.</exception>
    public DiskSpace Measure(MongoCollection collection, CancellationToken cancellation)
    {
        var findings = new Dictionary<string, string>(StringComparer.Ordinal);
        var total = new DiskSpace(0, 0, 0);
        long free = 0;
        var data = servers.Find(cancellation);
        if (deployment.Kind == DeploymentKind.Sharded)
        {
            Spread(collection, findings, cancellation);
        }

        if (data.Unreachable is { } why)
        {
            findings["disk_space_counts"] = $"the primaries of the shards alone: {why}";
            using var router = deployment.Open(cancellation);
            foreach (var statistics in Statistics(router, collection))
            {
                (total, free) = (Add(total, statistics, 0), free + (statistics.Number("freeStorageSize") ?? 0));
            }
        }

        foreach (var server in data.Servers)
        {
            cancellation.ThrowIfCancellationRequested();
            using var connection = deployment.OpenAt(server, cancellation);
            var space = new DiskSpace(0, 0, 0);
            foreach (var statistics in Statistics(connection, collection))
            {
                (space, free) = (Add(space, statistics, 0), free + (statistics.Number("freeStorageSize") ?? 0));
            }

            space = space with { LogBytes = Log(connection, MongoAddress.Show(server)) };
            findings[$"stored_bytes_on_{MongoAddress.Show(server)}"] = Text(space.StoredBytes);
            total = new DiskSpace(total.DataBytes + space.DataBytes, total.IndexBytes + space.IndexBytes, total.LogBytes
                + space.LogBytes);
        }

        findings["free_bytes_inside"] = Text(free);
        Findings = findings;
        return total;
    }

    private static DiskSpace Add(DiskSpace space, BsonDocument statistics, long log) => new(
        space.DataBytes + (statistics.Number("storageSize") ?? 0), space.IndexBytes + (statistics.Number("totalIndexSize") ?? 0),
            space.LogBytes + log);

    /// <summary>
    /// Statistics of the collection on one server, or on each shard behind a router. Empty if the collection does not exist.
    /// </summary>
    private static IReadOnlyList<BsonDocument> Statistics(MongoConnection connection, MongoCollection collection)
    {
        try
        {
            return [.. Pages(connection, collection).Select(d => d.Document("storageStats") ?? new BsonDocument())];
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.NamespaceNotFound)
        {
            return [];
        }
    }

    private static List<BsonDocument> Pages(MongoConnection connection, MongoCollection collection)
    {
        var found = new List<BsonDocument>();
        var page = connection.Page(collection.Database, new BsonDocument(
            ("aggregate", collection.Name),
            ("pipeline", (object?[])[new BsonDocument(("$collStats", new BsonDocument(("storageStats", new BsonDocument()))))]),
            ("cursor", new BsonDocument()),
            ("$readPreference", new BsonDocument(("mode", "nearest")))));
        while (page.Next())
        {
            found.Add(BsonDocument.Read(page.Document));
        }

        return found;
    }

    /// <summary>Adds the documents per shard, which show a skew.</summary>
    private void Spread(MongoCollection collection, Dictionary<string, string> findings, CancellationToken cancellation)
    {
        using var router = deployment.Open(cancellation);
        try
        {
            foreach (var shard in Pages(router, collection))
            {
                findings[$"documents_on_{shard.Text("shard")}"] = Text(shard.Number("storageStats.count") ?? 0);
            }
        }
        catch (MongoServerException exception) when (exception.Code == MongoErrorCode.NamespaceNotFound)
        {
            // The collection does not exist yet.
        }
    }

    /// <summary>
    /// Bytes that journal and operations' log took since the first measurement. 0 if the server reports neither.
    /// </summary>
    private long Log(MongoConnection connection, string server)
    {
        long grown = 0;
        try
        {
            // A server counts from its start on.
            var status = connection.Run("admin", new BsonDocument(("serverStatus", 1)));
            long start = status.Number("pid") ?? 0;
            grown += _logs.Take($"{server} journal", start, status.Document("wiredTiger.log")?.Number("log bytes written") ?? 0);
            if (deployment.Kind != DeploymentKind.Standalone)
            {
                // The size stays the same once the log is full, so it counts only where the server lacks WiredTiger's counter.
                var oplog = connection.Run("local",
                    new BsonDocument(("collStats", "oplog.rs"), ("$readPreference", new BsonDocument(("mode", "nearest")))));
                grown += oplog.Number("wiredTiger.cursor.insert key and value bytes") is { } inserted
                    ? _logs.Take($"{server} oplog", start, inserted)
                    : _logs.Take($"{server} oplog", start: 0, oplog.Number("size") ?? 0);
            }
        }
        catch (MongoServerException)
        {
            // The user lacks the permission, or the server lacks the command.
        }

        return grown;
    }

    private static string Text(long number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
