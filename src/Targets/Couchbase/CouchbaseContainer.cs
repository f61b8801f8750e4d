using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Deploying;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Declares how Couchbase runs in containers of the vendor's image and under its operator, with the script that joins the servers
/// to one cluster. <see cref="CouchbaseDefinition"/> hands it to <c>DeploymentCatalog</c>, where providers and <c>--container</c>
/// find it. Providers repeat the script until it succeeds, so it must repeat no step. The password reaches a server by an
/// environment variable and standard input, never by a command line.
/// </summary>
internal static class CouchbaseContainer
{
    private const string Name = "couchbase";

    /// <summary>Recipes for compose, Kubernetes and the operator.</summary>
    public static DeploymentRecipes Recipes { get; } = new()
    {
        Container = new()
        {
            Database = Name,
            Image = "couchbase:community-{0}",
            PinnedImage = "docker.io/library/couchbase:community-7.6.2",
            Administrator = "Administrator",
            NamedPorts = [8091, 11210],
            Port = 11210,
            DataFolder = "/opt/couchbase/var",
            LargestCluster = 100,
            TakesCredentials = true,
            Settings = new(EndpointOption.Size("memory_quota", "memory for documents (its data service), of each node")),
            Fault = deployment => deployment.User is null
                ? ("database", "a server has an administrator; write credentials: {user: NAME, password_env: VARIABLE}")
                : null,
            Health = (_, _) => "curl -fs -o /dev/null http://127.0.0.1:8091/ui/index.html",
            Endpoint = Endpoint,
            Environment = (deployment, _) =>
                [("DBINGEST_USER", deployment.User ?? string.Empty), ("DBINGEST_PASSWORD", $"{{{deployment.PasswordVariable}}}")],
            Form = Form,
        },
        Operator = new()
        {
            Name = Name,
            Database = Name,
            Resource = "couchbaseclusters.couchbase.com",
            ApiVersion = "couchbase.com/v2",
            Kind = "CouchbaseCluster",
            Spec = Spec,
            PodFormat = "{0}-{1:0000}",
            Container = "couchbase-server",
            DataFolder = "/opt/couchbase/var/lib/couchbase",
            Port = 11210,
            LargestCluster = 100,
            NeedsCredentials = true,
            TakesVolumesAlong = true,
            CanStop = true,
            Settings = new(EndpointOption.Size("memory_quota", "memory of each node for documents (its data service)")),
            Endpoint = Endpoint,
        },
    };

    private static string Endpoint(Deployment deployment, IReadOnlyList<string> nodes) =>
        $"couchbase://{deployment.User}@{string.Join(',', nodes)}/dbingest?create=true";

    /// <summary>
    /// Shell script for the first server: sets up its services and administrator, adds the other servers, and rebalances, all
    /// over the REST interface (the vendor's pages "Naming a Node", "Adding Nodes to Clusters", "Rebalancing the Cluster" and
    /// "Getting Rebalance Progress"). It exits with 0 once all is done. Run again, it continues and repeats no step.
    /// </summary>
    private static string Form(Deployment deployment)
    {
        string first = deployment.Nodes[0].Address;
        string quota = $"{EndpointOption.Mebibytes(deployment.Setting("memory_quota") ?? "512M")}";
        string rename = deployment.Nodes.Count == 1
            ? string.Empty
            : $"curl -fsS -o /dev/null $at/node/controller/rename -d hostname={first} && ";

        // A new server has no administrator, and accepts one once. The password goes from the variable to the server by standard
        // input.
        string begin = $$"""
            at=http://127.0.0.1:8091
            ask() { printf 'user = "%s:%s"\n' "$DBINGEST_USER" "$(printf %s "$DBINGEST_PASSWORD" | sed 's/[\\"]/\\&/g')" | curl -fsS -K - "$@"; }
            begin() {
              {{rename}}curl -fsS -o /dev/null $at/pools/default -d memoryQuota={{quota}} &&
              curl -fsS -o /dev/null $at/node/controller/setupServices -d services=kv &&
              printf %s "$DBINGEST_PASSWORD" | curl -fsS -o /dev/null $at/settings/web -d port=SAME --data-urlencode "username=$DBINGEST_USER" --data-urlencode password@-
            }
            ask -o /dev/null $at/pools/default 2>/dev/null || begin || exit 1

            """;

        // A server that is added has no administrator yet: its name and password are placeholders. It takes part after a
        // rebalance.
        return deployment.Nodes.Count == 1 ? begin : begin + $$"""
            cluster() { ask $at/pools/default | tr -d ' \n'; }
            for node in {{string.Join(' ', deployment.Nodes.Skip(1).Select(node => node.Address))}}; do
              case $(cluster) in *"\"ns_1@$node\""*) continue ;; esac
              ask -o /dev/null $at/controller/addNode -d "hostname=$node" -d user=new -d password=new -d services=kv || exit 1
            done
            case $(ask $at/pools/default/rebalanceProgress | tr -d ' \n') in *'"status":"none"'*) ;; *) echo 'the nodes are being rebalanced' >&2; exit 1 ;; esac
            case $(cluster) in *'"clusterMembership":"inactiveAdded"'*) ;; *) exit 0 ;; esac
            ask -o /dev/null $at/controller/rebalance -d ejectedNodes= --data-urlencode 'knownNodes={{string.Join(',', deployment.Nodes.Select(node => $"ns_1@{node.Address}"))}}' &&
              echo 'the nodes are being rebalanced' >&2
            exit 1

            """;
    }

    private static Dictionary<string, object> Spec(OperatorOrder order)
    {
        var deployment = order.Deployment;
        var servers = new Dictionary<string, object>
        {
            ["name"] = "data",
            ["size"] = deployment.Nodes.Count,
            ["services"] = new[] { "data" },
            ["volumeMounts"] = new Dictionary<string, object> { ["default"] = "data" },
        };
        if (order.Resources is { } resources)
        {
            servers["resources"] = resources;
        }

        return new()
        {
            ["image"] = deployment.Image ?? $"couchbase/server:{deployment.Version}",
            ["hibernate"] = order.IsStopped,
            ["security"] = new Dictionary<string, object> { ["adminSecret"] = deployment.ResourceName },
            ["buckets"] = new Dictionary<string, object> { ["managed"] = false },
            ["cluster"] = new Dictionary<string, object>
            {
                ["dataServiceMemoryQuota"] =
                $"{deployment.Size("memory_quota") ?? "1G"}i"
            },
            ["servers"] = new[] { servers },
            ["volumeClaimTemplates"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["name"] = "data" },
                    ["spec"] = order.VolumeClaim,
                },
            },
        };
    }
}
