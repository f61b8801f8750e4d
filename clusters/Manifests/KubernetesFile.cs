using System.Globalization;
using System.Text;
using DbIngest.Clusters.Containers;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using YamlDotNet.Serialization;

namespace DbIngest.Clusters.Manifests;

/// <summary>
/// Writes the Kubernetes manifests of a deployment: a headless service, which gives each pod a name, and a StatefulSet with
/// one volume claim per pod. Under a vendor's operator the only manifest is that operator's resource.
/// <c>KubernetesProvider</c> applies them with kubectl, with no replica to stop the nodes, and prints them for <c>cluster
/// render</c>. The written file holds no secret: it refers to Secrets, whose texts only go to standard input. Pods never get a
/// liveness probe, which would kill a server that is slow under load.
/// </summary>
internal static class KubernetesFile
{
    /// <summary>The container of a pod in which the server runs.</summary>
    public const string Container = "server";

    /// <summary>The key of the password in the Secret.</summary>
    public const string PasswordKey = "password";

    private const string Tls = "tls";
    private const string OwnTls = "own-tls";

    private static readonly ISerializer Yaml = new SerializerBuilder().WithQuotingNecessaryStrings()
        .WithEventEmitter(next => new OldYamlQuotes(next)).WithIndentedSequences().Build();

    /// <summary>Writes the manifests as YAML.</summary>
    /// <param name="deployment">A deployment with the provider kubernetes.</param>
    /// <param name="isStopped">True for zero pods, which stops the nodes and keeps their volumes.</param>
    /// <param name="id">The deployment's id, which becomes a label; null for none.</param>
    public static string Write(Deployment deployment, bool isStopped = false, string? id = null)
    {
        Dictionary<string, object>[] things = DeploymentCatalog.Operator(deployment.Operator) is { } vendor
            ? [Resource(deployment, vendor, isStopped, id)]
            : [Service(deployment, DeploymentCatalog.Container(deployment.Database)!, id),
                StatefulSet(deployment, DeploymentCatalog.Container(deployment.Database)!, isStopped, id)];
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {deployment}. Made by dbingest: change the deployment's file instead.\n");
        text.AppendJoin("---\n", things.Select(thing => Yaml.Serialize(thing).ReplaceLineEndings("\n")));
        return text.ToString();
    }

    /// <summary>The Secret with the password, for the standard input of <c>kubectl apply</c>; never written to a file.</summary>
    public static string Secret(Deployment deployment, string password, string? id = null) =>
        Yaml.Serialize(new Dictionary<string, object>
        {
            ["apiVersion"] = "v1",
            ["kind"] = "Secret",
            ["metadata"] = Metadata(deployment, id),
            ["type"] = "Opaque",
            ["stringData"] = new Dictionary<string, object> { ["username"] = deployment.User!, [PasswordKey] = password },
        });

    /// <summary>
    /// The Secret with certificate and key, for the standard input of <c>kubectl apply</c>; never written to a file.
    /// </summary>
    public static string TlsSecret(Deployment deployment, IReadOnlyList<(string Name, string Text)> files, string? id = null)
    {
        var metadata = Metadata(deployment, id);
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

    /// <summary>The name of the Secret with certificate and key.</summary>
    public static string TlsName(Deployment deployment) => $"{deployment.ResourceName}-{Tls}";

    /// <summary>Name, namespace and labels of a resource.</summary>
    private static Dictionary<string, object> Metadata(Deployment deployment, string? id) => new()
    {
        ["name"] = deployment.ResourceName,
        ["namespace"] = deployment.Namespace!,
        ["labels"] = KubernetesNames.Labels(deployment, id),
    };

    /// <summary>
    /// Requests and limits of a node, equal so that other pods cannot take what the measurement needs; null without limits.
    /// </summary>
    private static Dictionary<string, object>? Resources(Deployment deployment)
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

    /// <summary>The specification of a node's volume claim.</summary>
    private static Dictionary<string, object> Claim(Deployment deployment)
    {
        var claim = new Dictionary<string, object>
        {
            ["accessModes"] = new[] { "ReadWriteOnce" },
            ["resources"] = new Dictionary<string, object>
            {
                ["requests"] =
                new Dictionary<string, object> { ["storage"] = $"{deployment.Storage}i" }
            },
        };
        if (deployment.StorageClass is { } storageClass)
        {
            claim["storageClassName"] = storageClass;
        }

        return claim;
    }

    private static Dictionary<string, object> Resource(Deployment deployment, OperatorRecipe vendor, bool isStopped,
        string? id) => new()
        {
            ["apiVersion"] = vendor.ApiVersion,
            ["kind"] = vendor.Kind,
            ["metadata"] = Metadata(deployment, id),
            ["spec"] = vendor.Spec(new(deployment, isStopped, Claim(deployment), Resources(deployment))),
        };

    private static Dictionary<string, object> Service(Deployment deployment, ContainerRecipe recipe, string? id) => new()
    {
        ["apiVersion"] = "v1",
        ["kind"] = "Service",
        ["metadata"] = Metadata(deployment, id),
        ["spec"] = new Dictionary<string, object>
        {
            ["clusterIP"] = "None",

            // Nodes find each other before they serve clients.
            ["publishNotReadyAddresses"] = true,
            ["selector"] = Selector(deployment),
            ["ports"] = new[] { new Dictionary<string, object> { ["name"] = "client", ["port"] = recipe.Port } },
        },
    };

    private static Dictionary<string, object> StatefulSet(Deployment deployment, ContainerRecipe recipe, bool isStopped,
        string? id) => new()
        {
            ["apiVersion"] = "apps/v1",
            ["kind"] = "StatefulSet",
            ["metadata"] = Metadata(deployment, id),
            ["spec"] = new Dictionary<string, object>
            {
                ["serviceName"] = deployment.ResourceName,
                ["replicas"] = isStopped ? 0 : deployment.Nodes.Count,
                ["podManagementPolicy"] = recipe.InTurn ? "OrderedReady" : "Parallel",
                ["selector"] = new Dictionary<string, object> { ["matchLabels"] = Selector(deployment) },
                ["template"] = new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["labels"] = KubernetesNames.Labels(deployment, id) },
                    ["spec"] = Pod(deployment, recipe),
                },
                ["volumeClaimTemplates"] = new[]
            {
                new Dictionary<string, object>
                {
                    ["metadata"] = new Dictionary<string, object> { ["name"] = "data",
                        ["labels"] = KubernetesNames.Labels(deployment, id) },
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

            // One node per machine where there are enough machines: nodes that share one would be another measurement.
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
            // Restricted namespaces demand these. The volumes belong to the group.
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
                new Dictionary<string, object> { ["name"] = Tls,
                    ["secret"] = new Dictionary<string, object> { ["secretName"] = TlsName(deployment) } },
                new Dictionary<string, object> { ["name"] = OwnTls,
                    ["emptyDir"] = new Dictionary<string, object> { ["medium"] = "Memory" } },
            };
        }

        return pod;
    }

    private static Dictionary<string, object> Server(Deployment deployment, ContainerRecipe recipe)
    {
        // One template serves all pods, so the node's name is a variable of the pod.
        var node = deployment.Nodes[0] with { Address = $"$(POD_NAME).{deployment.ResourceName}.{deployment.Namespace}.svc" };
        var server = new Dictionary<string, object>
        {
            ["name"] = Container,
            ["image"] = deployment.Image ?? string.Format(CultureInfo.InvariantCulture, recipe.Image, deployment.Version),
            ["ports"] = new[] { new Dictionary<string, object> { ["name"] = "client", ["containerPort"] = recipe.Port } },
            ["env"] = Environment(deployment, recipe.Environment(deployment, node)).ToArray(),

            // The server may take 10 min to start. Afterwards a TCP connection suffices, which costs the server nothing. There is
            // no liveness probe: it would kill a server that is slow under load.
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
        // A new disk is not empty (lost+found), and servers demand an empty folder.
        yield return new() { ["name"] = "data", ["mountPath"] = recipe.DataFolder, ["subPath"] = "data" };
        if (deployment.Tls is not null)
        {
            yield return new() { ["name"] = Tls, ["mountPath"] = ContainerTls.Mount, ["readOnly"] = true };
            yield return new() { ["name"] = OwnTls, ["mountPath"] = ContainerRecipe.CertificateFolder };
        }
    }

    private static IEnumerable<Dictionary<string, object>> Environment(Deployment deployment,
        IEnumerable<(string Name, string Value)> variables)
    {
        yield return new()
        {
            ["name"] = "POD_NAME",
            ["valueFrom"] = new Dictionary<string, object>
            {
                ["fieldRef"] =
                new Dictionary<string, object> { ["fieldPath"] = "metadata.name" }
            },
        };
        foreach (var (name, value) in variables)
        {
            yield return value.StartsWith('{')
                ? new()
                {
                    ["name"] = name,
                    ["valueFrom"] = new Dictionary<string, object>
                    {
                        ["secretKeyRef"] =
                            new Dictionary<string, object> { ["name"] = deployment.ResourceName, ["key"] = PasswordKey },
                    },
                }
                : new() { ["name"] = name, ["value"] = value };
        }
    }

    private static Dictionary<string, object> Selector(Deployment deployment) =>
        new() { [KubernetesNames.InstanceLabel] = deployment.ResourceName };
}
