using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Waits until every data server has written a checkpoint (<c>fsync</c>) and no balancer round runs. If a server lacks
/// <c>fsync</c>, waits until the collection's size stays the same. <see cref="MongoTarget"/> runs it in each Settle: after the
/// writers of a trial, or of a load before it, have finished, never beside them. If a sharded cluster's shards are out of
/// reach, it asks a router alone.
/// </summary>
internal sealed class MongoSettling(MongoDeployment deployment, MongoDataServers servers, MongoSpace space)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan QuietTimeout = TimeSpan.FromMinutes(10);

    /// <summary>How the last wait made sure that the servers are quiet, for the description.</summary>
    public string How { get; private set; } = "not yet";

    /// <summary>Waits.</summary>
    /// <param name="collection">The collection.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    public void Run(MongoCollection collection, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            How = Flush(cancellation);
        }
        catch (MongoServerException exception) when (exception.Code is MongoErrorCode.CommandNotFound)
        {
            DiskSpace? before = null;
            Waiting.Until(
                () =>
                {
                    var now = space.Measure(collection, cancellation);
                    bool isSame = now == before;
                    before = now;
                    return isSame;
                },
                Interval,
                QuietTimeout,
                () => new TargetException($"The collection still changes after {QuietTimeout.TotalMinutes:0} minutes."),
                cancellation);
            How = "the server has no fsync: its size was the same twice";
        }

        if (deployment.Kind == DeploymentKind.Sharded)
        {
            using var router = deployment.Open(cancellation);
            Waiting.Until(
                () => !router.Run("admin", new BsonDocument(("balancerStatus", 1))).IsTrue("inBalancerRound"),
                Interval,
                QuietTimeout,
                () => new TargetException($"The balancer still works after {QuietTimeout.TotalMinutes:0} minutes."),
                cancellation);
        }
    }

    private string Flush(CancellationToken cancellation)
    {
        var (data, unreachable) = servers.Find(cancellation);
        foreach (var server in data)
        {
            cancellation.ThrowIfCancellationRequested();
            using var connection = deployment.OpenAt(server, cancellation);
            connection.Run("admin", new BsonDocument(("fsync", 1)));
        }

        if (unreachable is null)
        {
            return $"fsync on {(data.Count == 1 ? "the server" : $"each of {data.Count} servers")}";
        }

        using var router = deployment.Open(cancellation);
        router.Run("admin", new BsonDocument(("fsync", 1)));
        return $"fsync by a router: {unreachable}";
    }
}
