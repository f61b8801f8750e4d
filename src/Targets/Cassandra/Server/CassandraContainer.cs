using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// Configures Cassandra's and ScyllaDB's images and the operator K8ssandra for deployments. <see cref="CassandraDefinition"/>
/// hands the recipes to <c>DeploymentCatalog</c>, where providers and <c>--container</c> find them. A test compares them with the
/// table in <c>docs/how-to/containers.md</c>. No text here may contain a secret.
/// </summary>
internal static class CassandraContainer
{
    private const string Certificates = ContainerRecipe.CertificateFolder;
    private const int Port = 9042;
    private static readonly EndpointOption Heap = EndpointOption.Size("heap", "the heap of each node");

    private static readonly ContainerRecipe Recipe = new()
    {
        Database = "cassandra",
        UserId = 999,
        Image = "cassandra:{0}",
        PinnedImage = "docker.io/library/cassandra:5.0.4",
        Port = Port,
        DataFolder = "/var/lib/cassandra",
        LargestCluster = 100,
        InTurn = true,
        TakesCredentials = true,
        TakesTls = true,
        Account = "cassandra",
        Prepare = Prepare,
        Command = (deployment, _) => IsOpen(deployment) ? [] : ["cassandra", "-f"],
        Settings = new(Heap),
        Fault = deployment => deployment is { Provider: "kubernetes", User: not null }
            ? ("credentials",
                "in Kubernetes the operator makes the user; write operator: k8ssandra, or leave the credentials out")
            : null,

        // cqlsh would need TLS and the user, who may not exist yet. Cassandra accepts clients once the node is in the ring.
        Health = (deployment, _) =>
            IsOpen(deployment) ? "cqlsh -e 'SELECT now() FROM system.local'" : "bash -c 'exec 3<>/dev/tcp/127.0.0.1/9042'",
        Endpoint = (deployment, nodes) => ContainerRecipe.Hosts(nodes, Port)
            + ContainerRecipe.Encrypted(deployment, "ca={0}", deployment.User is { } user ? $"user={user}" : null),
        Environment = (deployment, node) =>
        [
            ("CASSANDRA_CLUSTER_NAME", "dbingest"), ("CASSANDRA_SEEDS", deployment.Nodes[0].Address),
            ("CASSANDRA_BROADCAST_ADDRESS", node.Address),
            ("MAX_HEAP_SIZE", EndpointOption.WithUnit(deployment.Setting("heap") ?? "1G")), ("HEAP_NEWSIZE", "256M"),
            .. UserCopies(deployment),
        ],
    };

    /// <summary>Recipes for processes, containers and the operator.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Process = new CassandraRecipe(),
        Container = Recipe,
        RelatedContainers =
        [
            Recipe with
            {
                Name = "scylladb",
                PinnedImage = "docker.io/scylladb/scylla:6.2.3",
                DataFolder = "/var/lib/scylla",
                Command = (_, node) =>
                [
                    "--smp", "1", "--memory", "1G", "--overprovisioned", "1", "--developer-mode", "1",
                    "--broadcast-rpc-address", node.Address,
                ],
                Environment = (_, _) => [],
            },
        ],
        Operator = new()
        {
            Name = "k8ssandra",
            Database = "cassandra",
            Resource = "k8ssandraclusters.k8ssandra.io",
            ApiVersion = "k8ssandra.io/v1alpha1",
            Kind = "K8ssandraCluster",
            Spec = Spec,
            PodFormat = "{0}-dc1-default-sts-{1}",
            ServiceFormat = "{0}-dc1-all-pods-service",
            Container = "cassandra",
            DataFolder = "/var/lib/cassandra",
            Port = Port,
            LargestCluster = 100,
            NeedsVersion = true,
            TakesVolumesAlong = true,
            CanStop = true,
            Settings = new(Heap),
            Endpoint = (deployment, nodes) =>
                ContainerRecipe.Hosts(nodes, Port) + (deployment.User is { } user ? $"?user={user}" : string.Empty),
        },
    };

    private static bool IsOpen(Deployment deployment) => deployment.Tls is null && deployment.User is null;

    /// <summary>
    /// Script that replaces the authentication and encryption sections of cassandra.yaml, for which the image has no variables.
    /// </summary>
    private static string? Prepare(Deployment deployment) => IsOpen(deployment) ? null :
        (deployment.Tls is null ? string.Empty
            : $"cat {Certificates}/node.key {Certificates}/node.crt >{Certificates}/node.pem || exit 1; chmod 600 "
                + $"{Certificates}/node.pem\n")
        + "yaml=$CASSANDRA_CONF/cassandra.yaml\n"
        + "kept=$(awk '/^[a-z]/ { drop = /^(authenticator|authorizer|client_encryption_options|server_encryption_options):/ } "
        + "!drop'"
        + " \"$yaml\") || exit 1\n"
        + "cat >\"$yaml\" <<END || exit 1\n$kept\n"
        + CassandraSecurity.Lines(deployment.User is not null, deployment.Tls is null ? null : "/") + "\nEND\n";

    /// <summary>Java option that replicates the users, so that they can log in after a node has died.</summary>
    private static IEnumerable<(string Name, string Value)> UserCopies(Deployment deployment) =>
        deployment.User is not null && CassandraSecurity.UserCopies(deployment.Nodes.Count) is > 1 and var copies
            ? [("JVM_EXTRA_OPTS", string.Create(CultureInfo.InvariantCulture, $"-Dcassandra.system_auth.default_rf={copies}"))]
            : [];

    private static Dictionary<string, object> Spec(OperatorOrder order)
    {
        var deployment = order.Deployment;
        string heap = EndpointOption.WithUnit(deployment.Setting("heap") ?? "1G");
        var cassandra = new Dictionary<string, object>
        {
            ["serverVersion"] = deployment.Version!,
            ["datacenters"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["name"] = "dc1" },
                    ["size"] = deployment.Nodes.Count,
                    ["stopped"] = order.IsStopped,
                },
            },
            ["config"] = new Dictionary<string, object>
            {
                ["jvmOptions"] = new Dictionary<string, object> { ["heap_initial_size"] = heap, ["heap_max_size"] = heap },
            },
            ["storageConfig"] = new Dictionary<string, object> { ["cassandraDataVolumeClaimSpec"] = order.VolumeClaim },
        };
        if (order.Resources is { } resources)
        {
            cassandra["resources"] = resources;
        }

        if (deployment.Image is { } image)
        {
            cassandra["serverImage"] = image;
        }

        if (deployment.User is not null)
        {
            cassandra["superuserSecretRef"] = new Dictionary<string, object> { ["name"] = deployment.ResourceName };
        }

        return new() { ["auth"] = deployment.User is not null, ["cassandra"] = cassandra };
    }
}
