using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Manifests;

/// <summary>The operators of vendors by which databases run in Kubernetes.</summary>
internal static class OperatorCatalog
{
    /// <summary>No operator: a StatefulSet.</summary>
    public const string None = "none";

    /// <summary>The recipes.</summary>
    public static IReadOnlyList<OperatorRecipe> All { get; } =
    [
        new()
        {
            Name = "k8ssandra",
            Database = "cassandra",
            Kind = "k8ssandraclusters.k8ssandra.io",
            Container = "cassandra",
            DataFolder = "/var/lib/cassandra",
            Port = 9042,
            LargestCluster = 100,
            TakesVolumesAlong = true,
            CanStop = true,
            Settings = new(EndpointOption.Size("heap", "the heap of each node")),
            Endpoint = (deployment, nodes) => ContainerRecipe.Hosts(nodes, 9042) + (deployment.User is { } user ? $"?user={user}" : string.Empty),
            Resource = Cassandra,
        },
        new()
        {
            Name = "mongodb",
            Database = "mongodb",
            Kind = "mongodbcommunity.mongodbcommunity.mongodb.com",
            Container = "mongod",
            DataFolder = "/data",
            Port = 27017,
            LargestCluster = 7,
            NeedsCredentials = true,
            Claims = deployment => $"app={KubernetesNames.Of(deployment.Name)}-svc",
            Settings = new(EndpointOption.Size("cache", "the cache of each server (`wiredTigerCacheSizeGB`)")),
            Endpoint = (deployment, nodes) => $"mongodb://{deployment.User}@{ContainerRecipe.Hosts(nodes, 27017)}/?replicaset={KubernetesNames.Of(deployment.Name)}&authsource=admin",
            Resource = Mongo,
        },
        new()
        {
            Name = "couchbase",
            Database = "couchbase",
            Kind = "couchbaseclusters.couchbase.com",
            Container = "couchbase-server",
            DataFolder = "/opt/couchbase/var/lib/couchbase",
            Port = 11210,
            LargestCluster = 100,
            NeedsCredentials = true,
            TakesVolumesAlong = true,
            CanStop = true,
            Settings = new(EndpointOption.Size("memory_quota", "memory of each node for documents (its data service)")),
            Endpoint = (deployment, nodes) => $"couchbase://{deployment.User}@{string.Join(',', nodes)}/dbingest?create=true",
            Resource = Couchbase,
        },
    ];

    /// <summary>An operator; null for none.</summary>
    /// <param name="name">Its name.</param>
    public static OperatorRecipe? Find(string? name) => All.FirstOrDefault(recipe => recipe.Name == name);

    /// <summary>The operator that is the norm for a database, and so the default; null where there is none.</summary>
    /// <param name="database">The database.</param>
    public static OperatorRecipe? Of(string database) => All.FirstOrDefault(recipe => recipe.Database == database);

    private static Dictionary<string, object> Cassandra(Deployment deployment, bool isStopped)
    {
        string heap = ContainerRecipe.Setting(deployment, "heap") ?? "1G";
        var cassandra = new Dictionary<string, object>
        {
            ["serverVersion"] = deployment.Version!,
            ["datacenters"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["name"] = "dc1" },
                    ["size"] = deployment.Nodes.Count,
                    ["stopped"] = isStopped,
                },
            },
            ["config"] = new Dictionary<string, object>
            {
                ["jvmOptions"] = new Dictionary<string, object> { ["heap_initial_size"] = heap, ["heap_max_size"] = heap },
            },
            ["storageConfig"] = new Dictionary<string, object> { ["cassandraDataVolumeClaimSpec"] = KubernetesFile.Claim(deployment) },
        };
        if (KubernetesFile.Resources(deployment) is { } resources)
        {
            cassandra["resources"] = resources;
        }

        if (deployment.Image is { } image)
        {
            cassandra["serverImage"] = image;
        }

        if (deployment.User is not null)
        {
            cassandra["superuserSecretRef"] = new Dictionary<string, object> { ["name"] = KubernetesNames.Of(deployment.Name) };
        }

        return Of(deployment, "k8ssandra.io/v1alpha1", "K8ssandraCluster", new() { ["auth"] = deployment.User is not null, ["cassandra"] = cassandra });
    }

    private static Dictionary<string, object> Mongo(Deployment deployment, bool isStopped)
    {
        string name = KubernetesNames.Of(deployment.Name);
        var server = new Dictionary<string, object> { ["name"] = "mongod" };
        if (KubernetesFile.Resources(deployment) is { } resources)
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
            ["security"] = new Dictionary<string, object> { ["authentication"] = new Dictionary<string, object> { ["modes"] = new[] { "SCRAM" } } },
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
                    ["template"] = new Dictionary<string, object> { ["spec"] = new Dictionary<string, object> { ["containers"] = new[] { server } } },
                    ["volumeClaimTemplates"] = new[]
                    {
                        new Dictionary<string, object>
                        {
                            ["metadata"] = new Dictionary<string, object> { ["name"] = "data-volume" },
                            ["spec"] = KubernetesFile.Claim(deployment),
                        },
                    },
                },
            },
        };
        if (ContainerRecipe.Setting(deployment, "cache") is { } cache)
        {
            spec["additionalMongodConfig"] = new Dictionary<string, object>
            {
                ["storage.wiredTiger.engineConfig.cacheSizeGB"] = Math.Round(EndpointOption.Mebibytes(cache)!.Value / 1024.0, 3),
            };
        }

        return Of(deployment, "mongodbcommunity.mongodb.com/v1", "MongoDBCommunity", spec);
    }

    private static Dictionary<string, object> Couchbase(Deployment deployment, bool isStopped)
    {
        var servers = new Dictionary<string, object>
        {
            ["name"] = "data",
            ["size"] = deployment.Nodes.Count,
            ["services"] = new[] { "data" },
            ["volumeMounts"] = new Dictionary<string, object> { ["default"] = "data" },
        };
        if (KubernetesFile.Resources(deployment) is { } resources)
        {
            servers["resources"] = resources;
        }

        return Of(deployment, "couchbase.com/v2", "CouchbaseCluster", new()
        {
            ["image"] = deployment.Image ?? $"couchbase/server:{deployment.Version}",
            ["hibernate"] = isStopped,
            ["security"] = new Dictionary<string, object> { ["adminSecret"] = KubernetesNames.Of(deployment.Name) },
            ["buckets"] = new Dictionary<string, object> { ["managed"] = false },
            ["cluster"] = new Dictionary<string, object> { ["dataServiceMemoryQuota"] = $"{ContainerRecipe.Setting(deployment, "memory_quota") ?? "1G"}i" },
            ["servers"] = new[] { servers },
            ["volumeClaimTemplates"] = new[]
            {
                new Dictionary<string, object> { ["metadata"] = new Dictionary<string, object> { ["name"] = "data" }, ["spec"] = KubernetesFile.Claim(deployment) },
            },
        });
    }

    private static Dictionary<string, object> Of(Deployment deployment, string version, string kind, Dictionary<string, object> spec) => new()
    {
        ["apiVersion"] = version,
        ["kind"] = kind,
        ["metadata"] = KubernetesFile.Metadata(deployment),
        ["spec"] = spec,
    };
}
