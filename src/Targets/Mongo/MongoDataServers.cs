using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Lists the servers of a deployment that hold data. <see cref="MongoTarget"/> creates one. <see cref="MongoSettling"/> and
/// <see cref="MongoSpace"/> ask it outside the timed path, and <see cref="ShardedCollection"/> before each trial. A member that
/// does not answer must not fail a trial. It opens connections, but changes nothing.
/// </summary>
internal sealed class MongoDataServers(MongoDeployment deployment)
{
    /// <summary>Finds the servers.</summary>
    /// <param name="cancellation">Cancels the search.</param>
    /// <returns>The servers. Empty, with the reason, if this machine cannot reach a sharded cluster's shards.</returns>
    /// <exception cref="WireException">No server of a replica set answers.</exception>
    public (IReadOnlyList<EndPoint> Servers, string? Unreachable) Find(CancellationToken cancellation)
    {
        if (deployment.Kind != DeploymentKind.Sharded)
        {
            return (deployment.Kind == DeploymentKind.Standalone ? deployment.Seeds : Reachable(cancellation), null);
        }

        try
        {
            var members = Shards(cancellation).SelectMany(s => s.Hosts).Select(MongoDeployment.Named).ToList();
            foreach (var member in members)
            {
                // A cluster's users are not its shards' users, and its shards may be out of reach. The first refusal is reported.
                using var connection = deployment.OpenAt(member, cancellation);
            }

            return (members, null);
        }
        catch (WireException exception)
        {
            return ([], exception.Message);
        }
    }

    /// <summary>Members of the set that did not answer at the last <see cref="Find"/>. Empty for other topologies.</summary>
    public IReadOnlyList<EndPoint> Missing { get; private set; } = [];

    /// <summary>
    /// Members that answer. A silent member goes into <see cref="Missing"/> and fails nothing: the others can carry the trial.
    /// </summary>
    /// <exception cref="ConnectionLostException">
    /// No server answers. The space would be 0 and nothing would be settled, although the trial went on.
    /// </exception>
    private List<EndPoint> Reachable(CancellationToken cancellation)
    {
        var found = new List<EndPoint>();
        var missing = new List<EndPoint>();
        foreach (var member in deployment.Members)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                deployment.OpenAt(member, cancellation).Dispose();
                found.Add(member);
            }
            catch (ConnectionLostException)
            {
                missing.Add(member);
            }
        }

        if (found.Count == 0)
        {
            // The names that a set advertises need not resolve on this machine. The primary is then reached by the endpoint's.
            using var primary = deployment.Open(cancellation);
            found.Add(primary.Server);
        }

        Missing = missing;
        return found;
    }

    /// <summary>Asks a router for name and members (<c>host:port</c>) of each shard. Only for a sharded cluster.</summary>
    public IReadOnlyList<(string Name, string[] Hosts)> Shards(CancellationToken cancellation = default)
    {
        using var router = deployment.Open(cancellation);
        return
        [
            .. router.Run("admin", new BsonDocument(("listShards", 1))).Documents("shards").Select(s => (
                s.Text("_id") ?? string.Empty,

                // "set/host:port,host:port", or a host alone.
                (s.Text("host") ?? string.Empty).Split('/')[^1].Split(',', StringSplitOptions.RemoveEmptyEntries))),
        ];
    }
}
