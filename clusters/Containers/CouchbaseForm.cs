using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Model;

namespace DbIngest.Clusters.Containers;

/// <summary>
/// How Couchbase's servers are made one cluster, in the words of a shell in the first: over the server's REST interface, by its pages "Naming a Node", "Adding Nodes to Clusters", "Rebalancing
/// the Cluster" and "Getting Rebalance Progress". It ends with 0 once all is done, and is run again until then; what was done is not done twice.
/// </summary>
internal static class CouchbaseForm
{
    /// <summary>The words.</summary>
    /// <param name="deployment">The deployment.</param>
    public static string Of(Deployment deployment)
    {
        string first = deployment.Nodes[0].Address;
        string quota = $"{EndpointOption.Mebibytes(ContainerRecipe.Setting(deployment, "memory_quota") ?? "512M")}";

        // A server begins without an administrator, and is told of one once. The password goes from the variable to the server by standard input.
        string begin = $$"""
            at=http://127.0.0.1:8091
            ask() { printf 'user = "%s:%s"\n' "$DBINGEST_USER" "$(printf %s "$DBINGEST_PASSWORD" | sed 's/[\\"]/\\&/g')" | curl -fsS -K - "$@"; }
            begin() {
              {{(deployment.Nodes.Count == 1 ? string.Empty : $"curl -fsS -o /dev/null $at/node/controller/rename -d hostname={first} && ")}}curl -fsS -o /dev/null $at/pools/default -d memoryQuota={{quota}} &&
              curl -fsS -o /dev/null $at/node/controller/setupServices -d services=kv &&
              printf %s "$DBINGEST_PASSWORD" | curl -fsS -o /dev/null $at/settings/web -d port=SAME --data-urlencode "username=$DBINGEST_USER" --data-urlencode password@-
            }
            ask -o /dev/null $at/pools/default 2>/dev/null || begin || exit 1

            """;

        // A node that is added is nobody's yet: its administrator's name and password are placeholders. It takes part once the cluster was rebalanced.
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
}
