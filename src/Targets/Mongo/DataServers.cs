using System.Net;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>The servers of a deployment that hold data, to be asked one by one.</summary>
internal sealed class DataServers(MongoDeployment deployment)
{
    /// <summary>Finds them.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The servers; none, and the reason, where those of a sharded cluster cannot be reached from here.</returns>
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
                // A cluster's users are not its shards', and its shards may be out of reach: asked once, and said.
                using var connection = deployment.OpenAt(member, cancellation);
            }

            return (members, null);
        }
        catch (WireException exception)
        {
            return ([], exception.Message);
        }
    }

    /// <summary>The members of a set that were named to us and do not answer now.</summary>
    public IReadOnlyList<EndPoint> Missing { get; private set; } = [];

    /// <summary>A member that is down neither ends a trial, which the others can carry, nor is passed over in silence.</summary>
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

        Missing = missing;
        return found;
    }

    /// <summary>The shards of a cluster: each one's name and members.</summary>
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
