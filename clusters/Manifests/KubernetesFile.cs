using System.Globalization;
using System.Text;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Model;
using YamlDotNet.Serialization;

namespace DbIngest.Clusters.Manifests;

/// <summary>
/// The manifests of a deployment: a headless service, which gives each pod a name, and a StatefulSet with a volume claim a pod; or the resource of the vendor's operator. No secret is in them: a
/// password is in a Secret that they refer to.
/// </summary>
internal static class KubernetesFile
{
    /// <summary>The container in which the server runs.</summary>
    public const string Container = "server";

    /// <summary>The key of the secret that has the password.</summary>
    public const string PasswordKey = "password";

    private const string Tls = "tls";
    private const string OwnTls = "own-tls";

    private static readonly ISerializer Yaml = new SerializerBuilder().WithQuotingNecessaryStrings().WithIndentedSequences().Build();

    /// <summary>Writes the file.</summary>
    /// <param name="deployment">The deployment.</param>
    /// <param name="isStopped">Whether no pod is to run.</param>
    public static string Write(Deployment deployment, bool isStopped = false)
    {
        Dictionary<string, object>[] things = OperatorCatalog.Find(deployment.Operator) is { } vendor
            ? [vendor.Resource(deployment, isStopped)]
            : [Service(deployment, ContainerCatalog.Find(deployment.Database)!), StatefulSet(deployment, ContainerCatalog.Find(deployment.Database)!, isStopped)];
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {deployment}. Made by dbingest: change the deployment's file instead.\n");
        text.AppendJoin("---\n", things.Select(thing => Yaml.Serialize(thing).ReplaceLineEndings("\n")));
        return text.ToString();
    }

    /// <summary>The secret with the password, for the standard input of <c>kubectl apply</c>; never written to a file.</summary>
    public static string Secret(Deployment deployment, string password) => Yaml.Serialize(new Dictionary<string, object>
    {
        ["apiVersion"] = "v1",
        ["kind"] = "Secret",
        ["metadata"] = Metadata(deployment),
        ["type"] = "Opaque",
        ["stringData"] = new Dictionary<string, object> { ["username"] = deployment.User!, [PasswordKey] = password },
    });

    /// <summary>The secret with the nodes' certificate and key, for the standard input of <c>kubectl apply</c>; never written to a file.</summary>
    public static string TlsSecret(Deployment deployment, IReadOnlyList<(string Name, string Text)> files)
    {
        var metadata = Metadata(deployment);
        metadata["name"] = TlsName(deployment);
        return Yaml.Serialize(new Dictionary<string, object>
        {
            ["apiVersion"] = "v1",
            ["kind"] = "Secret",
            ["metadata"] = metadata,
            ["type"] = "Opaque",
            ["stringData"] = files.ToDictionary(file => file.Name, file => (object)file.Text),
        });
    }

    /// <summary>Name, namespace and labels.</summary>
    public static Dictionary<string, object> Metadata(Deployment deployment) => new()
    {
        ["name"] = KubernetesNames.Of(deployment.Name),
        ["namespace"] = deployment.Namespace!,
        ["labels"] = KubernetesNames.Labels(deployment),
    };

    /// <summary>What a node may take, asked for and held to: a node that shares its machine's memory with whoever comes is no measurement. Null for no limit.</summary>
    public static Dictionary<string, object>? Resources(Deployment deployment)
    {
        var limits = new Dictionary<string, object>();
        if (deployment.Cpus is { } cpus)
        {
            limits["cpu"] = cpus.ToString(CultureInfo.InvariantCulture);
        }

        if (deployment.MemoryMb is { } memory)
        {
            limits["memory"] = string.Create(CultureInfo.InvariantCulture, $"{memory}Mi");
        }

        return limits.Count == 0 ? null : new() { ["requests"] = limits.ToDictionary(), ["limits"] = limits };
    }

    /// <summary>What a node's volume claims.</summary>
    public static Dictionary<string, object> Claim(Deployment deployment)
    {
        var claim = new Dictionary<string, object>
        {
            ["accessModes"] = new[] { "ReadWriteOnce" },
            ["resources"] = new Dictionary<string, object> { ["requests"] = new Dictionary<string, object> { ["storage"] = $"{deployment.Storage}i" } },
        };
        if (deployment.StorageClass is { } storageClass)
        {
            claim["storageClassName"] = storageClass;
        }

        return claim;
    }

    private static Dictionary<string, object> Service(Deployment deployment, ContainerRecipe recipe) => new()
    {
        ["apiVersion"] = "v1",
        ["kind"] = "Service",
        ["metadata"] = Metadata(deployment),
        ["spec"] = new Dictionary<string, object>
        {
            ["clusterIP"] = "None",

            // Nodes find each other before they serve clients.
            ["publishNotReadyAddresses"] = true,
            ["selector"] = Selector(deployment),
            ["ports"] = new[] { new Dictionary<string, object> { ["name"] = "client", ["port"] = recipe.Port } },
        },
    };

    private static Dictionary<string, object> StatefulSet(Deployment deployment, ContainerRecipe recipe, bool isStopped) => new()
    {
        ["apiVersion"] = "apps/v1",
        ["kind"] = "StatefulSet",
        ["metadata"] = Metadata(deployment),
        ["spec"] = new Dictionary<string, object>
        {
            ["serviceName"] = KubernetesNames.Of(deployment.Name),
            ["replicas"] = isStopped ? 0 : deployment.Nodes.Count,
            ["podManagementPolicy"] = recipe.InTurn ? "OrderedReady" : "Parallel",
            ["selector"] = new Dictionary<string, object> { ["matchLabels"] = Selector(deployment) },
            ["template"] = new Dictionary<string, object>
            {
                ["metadata"] = new Dictionary<string, object> { ["labels"] = KubernetesNames.Labels(deployment) },
                ["spec"] = Pod(deployment, recipe),
            },
            ["volumeClaimTemplates"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["name"] = "data", ["labels"] = KubernetesNames.Labels(deployment) },
                    ["spec"] = Claim(deployment),
                },
            },
        },
    };

    private static Dictionary<string, object> Pod(Deployment deployment, ContainerRecipe recipe)
    {
        var pod = new Dictionary<string, object>
        {
            ["terminationGracePeriodSeconds"] = 120,

            // One node a machine, where there are machines enough: two on one are another measurement.
            ["affinity"] = new Dictionary<string, object>
            {
                ["podAntiAffinity"] = new Dictionary<string, object>
                {
                    ["preferredDuringSchedulingIgnoredDuringExecution"] = new[]
                    {
                        new Dictionary<string, object>
                        {
                            ["weight"] = 100,
                            ["podAffinityTerm"] = new Dictionary<string, object>
                            {
                                ["topologyKey"] = "kubernetes.io/hostname",
                                ["labelSelector"] = new Dictionary<string, object> { ["matchLabels"] = Selector(deployment) },
                            },
                        },
                    },
                },
            },
            ["containers"] = new[] { Server(deployment, recipe) },
        };
        if (recipe.UserId is { } user)
        {
            // What a namespace for restricted pods demands. The group is given the volumes.
            pod["securityContext"] = new Dictionary<string, object>
            {
                ["runAsNonRoot"] = true,
                ["runAsUser"] = user,
                ["runAsGroup"] = user,
                ["fsGroup"] = user,
                ["fsGroupChangePolicy"] = "OnRootMismatch",
                ["seccompProfile"] = new Dictionary<string, object> { ["type"] = "RuntimeDefault" },
            };
        }

        if (deployment.Tls is not null)
        {
            pod["volumes"] = new[]
            {
                new Dictionary<string, object> { ["name"] = Tls, ["secret"] = new Dictionary<string, object> { ["secretName"] = TlsName(deployment) } },
                new Dictionary<string, object> { ["name"] = OwnTls, ["emptyDir"] = new Dictionary<string, object> { ["medium"] = "Memory" } },
            };
        }

        return pod;
    }

    private static Dictionary<string, object> Server(Deployment deployment, ContainerRecipe recipe)
    {
        // One template for every pod: what a node is called is known in the pod.
        var node = deployment.Nodes[0] with { Address = $"$(POD_NAME).{KubernetesNames.Of(deployment.Name)}.{deployment.Namespace}.svc" };
        var server = new Dictionary<string, object>
        {
            ["name"] = Container,
            ["image"] = deployment.Image ?? string.Format(CultureInfo.InvariantCulture, recipe.Image, deployment.Version),
            ["ports"] = new[] { new Dictionary<string, object> { ["name"] = "client", ["containerPort"] = recipe.Port } },
            ["env"] = Environment(deployment, recipe.Environment(deployment, node)).ToArray(),

            // A server may take its time to start; from then on a look at its port is enough, and takes nothing from it. None is killed for being slow: that would be the load's doing.
            ["startupProbe"] = new Dictionary<string, object>
            {
                ["exec"] = new Dictionary<string, object> { ["command"] = new[] { "sh", "-c", recipe.Health(deployment, node) } },
                ["periodSeconds"] = 5,
                ["timeoutSeconds"] = 10,
                ["failureThreshold"] = 120,
            },
            ["readinessProbe"] = new Dictionary<string, object>
            {
                ["tcpSocket"] = new Dictionary<string, object> { ["port"] = "client" },
                ["periodSeconds"] = 5,
            },
            ["volumeMounts"] = Mounts(deployment, recipe).ToArray(),
        };
        if (recipe.UserId is not null)
        {
            server["securityContext"] = new Dictionary<string, object>
            {
                ["allowPrivilegeEscalation"] = false,
                ["capabilities"] = new Dictionary<string, object> { ["drop"] = new[] { "ALL" } },
            };
        }

        var entry = ContainerTls.Entry(deployment, recipe, recipe.UserId is not null);
        if (entry.Count > 0)
        {
            server["command"] = entry;
        }

        string[] command = [.. recipe.Command(deployment, node)];
        if (command.Length == 0 && entry.Count > 0)
        {
            command = [.. recipe.OwnCommand];
        }

        if (command.Length > 0)
        {
            server["args"] = command;
        }

        if (Resources(deployment) is { } resources)
        {
            server["resources"] = resources;
        }

        return server;
    }

    private static IEnumerable<Dictionary<string, object>> Mounts(Deployment deployment, ContainerRecipe recipe)
    {
        // A new disk is not empty (lost+found), and servers want an empty folder.
        yield return new() { ["name"] = "data", ["mountPath"] = recipe.DataFolder, ["subPath"] = "data" };
        if (deployment.Tls is not null)
        {
            yield return new() { ["name"] = Tls, ["mountPath"] = ContainerTls.Mount, ["readOnly"] = true };
            yield return new() { ["name"] = OwnTls, ["mountPath"] = ContainerTls.Folder };
        }
    }

    private static IEnumerable<Dictionary<string, object>> Environment(Deployment deployment, IEnumerable<(string Name, string Value)> variables)
    {
        yield return new()
        {
            ["name"] = "POD_NAME",
            ["valueFrom"] = new Dictionary<string, object> { ["fieldRef"] = new Dictionary<string, object> { ["fieldPath"] = "metadata.name" } },
        };
        foreach (var (name, value) in variables)
        {
            yield return value.StartsWith('{')
                ? new()
                {
                    ["name"] = name,
                    ["valueFrom"] = new Dictionary<string, object>
                    {
                        ["secretKeyRef"] = new Dictionary<string, object> { ["name"] = KubernetesNames.Of(deployment.Name), ["key"] = PasswordKey },
                    },
                }
                : new() { ["name"] = name, ["value"] = value };
        }
    }

    private static string TlsName(Deployment deployment) => $"{KubernetesNames.Of(deployment.Name)}-{Tls}";

    private static Dictionary<string, object> Selector(Deployment deployment) => new() { [KubernetesNames.InstanceLabel] = KubernetesNames.Of(deployment.Name) };
}
