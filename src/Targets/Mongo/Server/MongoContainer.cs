using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Configures MongoDB's image and its community operator for deployments: members of one replica set, which a shell in the first
/// container initiates, or roles of a sharded cluster, whose sets and shards <see cref="MongoRecipe"/> makes once all containers
/// run. <see cref="MongoDefinition"/> hands the recipes to <c>DeploymentCatalog</c>. The containers require no login, and the
/// operator's pods require that of the deployment. No text here contains a secret.
/// </summary>
internal static class MongoContainer
{
    /// <summary>Name of the replica set if nodes have no roles.</summary>
    private const string Set = "dbingest";

    private const int Port = 27017;

    /// <summary>Recipes for processes, containers and the operator.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new MongoRecipe(),
        Container = new()
        {
            Database = "mongodb",
            UserId = 999,
            Image = "mongo:{0}",
            PinnedImage = "docker.io/library/mongo:8.0.9",
            NamesItsPort = true,
            Port = Port,
            DataFolder = "/data/db",
            LargestCluster = MongoLayout.MostMembers,
            HasRoles = true,
            Settings = new(
                EndpointOption.Size("cache", "the cache of each server with data (`wiredTigerCacheSizeGB`)"),
                    MongoLayout.Replicas),
            Health = (deployment, node) =>
                $"mongosh --quiet{ShellPort(deployment, node)} --eval 'db.adminCommand(\"ping\").ok'",
            Endpoint = (_, nodes) => $"mongodb://{ContainerRecipe.Hosts(nodes, Port)}/?replicaset={Set}",
            Command = Command,
            Form = Form,
        },
        Operator = new()
        {
            Name = "mongodb",
            Database = "mongodb",
            Resource = "mongodbcommunity.mongodbcommunity.mongodb.com",
            ApiVersion = "mongodbcommunity.mongodb.com/v1",
            Kind = "MongoDBCommunity",
            Spec = Spec,
            ServiceFormat = "{0}-svc",
            ClaimFormat = "app={0}-svc",
            Container = "mongod",
            DataFolder = "/data",
            Port = Port,
            LargestCluster = MongoLayout.MostMembers,
            NeedsCredentials = true,
            NeedsVersion = true,
            Settings = new(EndpointOption.Size("cache", "the cache of each server (`wiredTigerCacheSizeGB`)")),
            Endpoint = (deployment, nodes) => $"mongodb://{deployment.User}@{ContainerRecipe.Hosts(nodes, Port)}"
                + $"/?replicaset={deployment.ResourceName}&authsource=admin",
        },
    };

    private static IEnumerable<string> Command(Deployment deployment, DeployedNode node)
    {
        if (node.Role is null)
        {
            string[] run = deployment.IsOfRun ? ["--port", Text(deployment.Port)] : [];
            return ["mongod", "--replSet", Set, "--bind_ip_all", .. run, .. Cache(deployment)];
        }

        int replicas = int.Parse(deployment.Setting(MongoLayout.Replicas.Name) ?? "1", CultureInfo.InvariantCulture);
        var layout = new MongoLayout([.. deployment.Nodes.Select(member => member.Place)], replicas);
        string set = (layout.SetOf(node.Place) ?? layout.Config)!.Name;
        string[] listen = ["--bind_ip_all", "--port", Text(PortOf(node))];
        return node.Role switch
        {
            MongoRole.Router => ["mongos", "--configdb", $"{set}/{Members(layout.Config!)}", .. listen],
            MongoRole.Config => ["mongod", "--configsvr", "--replSet", set, .. listen, "--wiredTigerCacheSizeGB", "0.25"],
            _ => ["mongod", "--shardsvr", "--replSet", set, .. listen, .. Cache(deployment)],
        };
    }

    private static string Members(MongoSet config) =>
        ContainerRecipe.Hosts(config.Members.Select(member => member.Address), Port + MongoRole.PortOffset(MongoRole.Config));

    /// <summary>Script that initiates the replica set of all nodes. Null if nodes have roles.</summary>
    private static string? Form(Deployment deployment)
    {
        if (deployment.Nodes.Any(node => node.Role is not null))
        {
            return null;
        }

        int port = deployment.IsOfRun ? deployment.Port : Port;
        string members = string.Join(", ", deployment.Nodes.Select((node, i) =>
            string.Create(CultureInfo.InvariantCulture, $"{{_id: {i}, host: \"{node.Address}:{port}\"}}")));
        return $"mongosh --quiet{ShellPort(deployment, deployment.Nodes[0])} --eval 'try {{ rs.status() }} catch (e)"
            + $" {{ rs.initiate({{_id: \"{Set}\", members: [{members}]}}) }}'";
    }

    /// <summary>The shell's port option. Empty for the default port.</summary>
    private static string ShellPort(Deployment deployment, DeployedNode node) =>
        deployment.IsOfRun ? $" --port {Text(deployment.Port)}" : node.Role is null ? string.Empty
            : $" --port {Text(PortOf(node))}";

    private static int PortOf(DeployedNode node) => Port + MongoRole.PortOffset(node.Role);

    private static string[] Cache(Deployment deployment) => deployment.Setting("cache") is { } cache
        ? ["--wiredTigerCacheSizeGB", (Mebibytes(cache) / 1024.0).ToString("0.###", CultureInfo.InvariantCulture)]
        : [];

    private static long Mebibytes(string size) => EndpointOption.Mebibytes(size)!.Value;

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static Dictionary<string, object> Spec(OperatorOrder order)
    {
        var deployment = order.Deployment;
        string name = deployment.ResourceName;
        var server = new Dictionary<string, object> { ["name"] = "mongod" };
        if (order.Resources is { } resources)
        {
            server["resources"] = resources;
        }

        if (deployment.Image is { } image)
        {
            server["image"] = image;
        }

        var spec = new Dictionary<string, object>
        {
            ["members"] = deployment.Nodes.Count,
            ["type"] = "ReplicaSet",
            ["version"] = deployment.Version!,
            ["security"] = new Dictionary<string, object>
            {
                ["authentication"] = new Dictionary<string, object> { ["modes"] = new[] { "SCRAM" } },
            },
            ["users"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["name"] = deployment.User!,
                    ["db"] = "admin",
                    ["passwordSecretRef"] = new Dictionary<string, object> { ["name"] = name },
                    ["roles"] = new[] { new Dictionary<string, object> { ["name"] = "root", ["db"] = "admin" } },
                    ["scramCredentialsSecretName"] = $"{name}-scram",
                },
            },
            ["statefulSet"] = new Dictionary<string, object>
            {
                ["spec"] = new Dictionary<string, object>
                {
                    ["template"] = new Dictionary<string, object>
                    {
                        ["spec"] = new Dictionary<string, object> { ["containers"] = new[] { server } },
                    },
                    ["volumeClaimTemplates"] = new[]
                    {
                        new Dictionary<string, object>
                        {
                            ["metadata"] = new Dictionary<string, object> { ["name"] = "data-volume" },
                            ["spec"] = order.VolumeClaim,
                        },
                    },
                },
            },
        };
        if (deployment.Setting("cache") is { } cache)
        {
            spec["additionalMongodConfig"] = new Dictionary<string, object>
            {
                ["storage.wiredTiger.engineConfig.cacheSizeGB"] = Math.Round(Mebibytes(cache) / 1024.0, 3),
            };
        }

        return spec;
    }
}
