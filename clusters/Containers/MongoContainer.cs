using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Model;
using DbIngest.Targets.Mongo.Server;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// How MongoDB's containers are started: as members of one replica set, which the image's shell makes, or in the roles of a sharded cluster, whose sets and shards a client makes
/// once all of them run.
/// </summary>
internal static class MongoContainer
{
    /// <summary>The replica set of all nodes.</summary>
    public const string Set = "dbingest";

    private const int Port = 27017;

    /// <summary>The image's command.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="node">The node.</param>
    public static IEnumerable<string> Command(Deployment deployment, DeployedNode node)
    {
        if (node.Role is null)
        {
            return ["mongod", "--replSet", Set, "--bind_ip_all", .. deployment.IsOfRun ? ["--port", Text(deployment.Port)] : Array.Empty<string>(), .. Cache(deployment)];
        }

        var layout = new MongoLayout([.. deployment.Nodes.Select(member => member.Place)], int.Parse(ContainerRecipe.Setting(deployment, MongoLayout.Replicas.Name) ?? "1", CultureInfo.InvariantCulture));
        string port = Text(PortOf(node));
        string set = (layout.SetOf(node.Place) ?? layout.Config)!.Name;
        return node.Role switch
        {
            MongoRole.Router => ["mongos", "--configdb", $"{set}/{string.Join(',', layout.Config!.Members.Select(member => $"{member.Address}:{Text(Port + MongoRole.PortOffset(MongoRole.Config))}"))}", "--bind_ip_all", "--port", port],
            MongoRole.Config => ["mongod", "--configsvr", "--replSet", set, "--bind_ip_all", "--port", port, "--wiredTigerCacheSizeGB", "0.25"],
            _ => ["mongod", "--shardsvr", "--replSet", set, "--bind_ip_all", "--port", port, .. Cache(deployment)],
        };
    }

    /// <summary>A shell's words which succeed when a node serves.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="node">The node.</param>
    public static string Health(Deployment deployment, DeployedNode node) => $"mongosh --quiet{PortWords(deployment, node)} --eval 'db.adminCommand(\"ping\").ok'";

    /// <summary>What makes one replica set of all nodes; null where they have roles.</summary>
    /// <param name="deployment">The deployment.</param>
    public static string? Form(Deployment deployment) => deployment.Nodes.Any(node => node.Role is not null) ? null
        : "mongosh --quiet" + PortWords(deployment, deployment.Nodes[0]) + " --eval 'try { rs.status() } catch (e) { rs.initiate({_id: \"" + Set + "\", members: ["
            + string.Join(", ", deployment.Nodes.Select((node, i) => string.Create(CultureInfo.InvariantCulture, $"{{_id: {i}, host: \"{node.Address}:{(deployment.IsOfRun ? deployment.Port : Port)}\"}}"))) + "]}) }'";

    /// <summary>Where the shell finds the server, unless at its usual port.</summary>
    private static string PortWords(Deployment deployment, DeployedNode node) =>
        deployment.IsOfRun ? $" --port {Text(deployment.Port)}" : node.Role is null ? string.Empty : $" --port {Text(PortOf(node))}";

    private static int PortOf(DeployedNode node) => Port + MongoRole.PortOffset(node.Role);

    private static string[] Cache(Deployment deployment) => ContainerRecipe.Setting(deployment, "cache") is { } cache
        ? ["--wiredTigerCacheSizeGB", (EndpointOption.Mebibytes(cache)!.Value / 1024.0).ToString("0.###", CultureInfo.InvariantCulture)]
        : [];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
