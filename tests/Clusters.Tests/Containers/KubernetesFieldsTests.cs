using System.Globalization;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Manifests;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>
/// Every field of every manifest is one that the published API has, of its type, and none that the API requires is missing.
/// Kubernetes and the operators ignore or refuse other fields only in a cluster. The table below is written after the API
/// reference of Kubernetes 1.32 (Service v1, Secret v1, StatefulSet apps/v1) and the operators' own pages, as far as manifests
/// use it: a new field needs a line.
/// </summary>
public class KubernetesFieldsTests
{
    // A name, [] for a list, a type or a group of the table, and ! where the API requires the field. A line without a type has
    // fields.
    private const string Published = """
        @metadata
          name string!
          namespace string!
          labels map
        @limits
          requests map
          limits map
        @claim
          accessModes[] string!
          resources @limits!
          storageClassName string
        @selector
          matchLabels map
        Secret
          apiVersion v1!
          kind string!
          metadata @metadata!
          type string
          stringData map
        Service
          apiVersion v1!
          kind string!
          metadata @metadata!
          spec
            clusterIP string
            publishNotReadyAddresses bool
            selector map
            ports[]
              name string
              port int!
        StatefulSet
          apiVersion apps/v1!
          kind string!
          metadata @metadata!
          spec
            serviceName string!
            replicas int
            podManagementPolicy string
            selector @selector!
            template
              metadata
                labels map
              spec
                terminationGracePeriodSeconds int
                affinity
                  podAntiAffinity
                    preferredDuringSchedulingIgnoredDuringExecution[]
                      weight int!
                      podAffinityTerm
                        topologyKey string!
                        labelSelector @selector
                securityContext
                  runAsNonRoot bool
                  runAsUser int
                  runAsGroup int
                  fsGroup int
                  fsGroupChangePolicy string
                  seccompProfile
                    type string!
                volumes[]
                  name string!
                  secret
                    secretName string
                  emptyDir
                    medium string
                containers[]
                  name string!
                  image string
                  command[] string
                  args[] string
                  ports[]
                    name string
                    containerPort int!
                  env[]
                    name string!
                    value string
                    valueFrom
                      fieldRef
                        fieldPath string!
                      secretKeyRef
                        name string
                        key string!
                  startupProbe
                    exec
                      command[] string
                    periodSeconds int
                    timeoutSeconds int
                    failureThreshold int
                  readinessProbe
                    tcpSocket
                      port string!
                    periodSeconds int
                  volumeMounts[]
                    name string!
                    mountPath string!
                    subPath string
                    readOnly bool
                  securityContext
                    allowPrivilegeEscalation bool
                    capabilities
                      drop[] string
                  resources @limits
            volumeClaimTemplates[]
              metadata
                name string!
                labels map
              spec @claim
        K8ssandraCluster
          apiVersion k8ssandra.io/v1alpha1!
          kind string!
          metadata @metadata!
          spec
            auth bool
            cassandra
              serverVersion string!
              serverImage string
              superuserSecretRef
                name string
              resources @limits
              config
                jvmOptions
                  heap_initial_size string
                  heap_max_size string
              storageConfig
                cassandraDataVolumeClaimSpec @claim
              datacenters[]
                metadata
                  name string!
                size int!
                stopped bool
        MongoDBCommunity
          apiVersion mongodbcommunity.mongodb.com/v1!
          kind string!
          metadata @metadata!
          spec
            members int
            type ReplicaSet!
            version string!
            security
              authentication
                modes[] string!
            users[]
              name string!
              db string
              passwordSecretRef
                name string!
                key string
              roles[]
                name string!
                db string!
              scramCredentialsSecretName string!
            statefulSet
              spec
                template
                  spec
                    containers[]
                      name string!
                      image string
                      resources @limits
                volumeClaimTemplates[]
                  metadata
                    name string!
                  spec @claim
            additionalMongodConfig
              storage.wiredTiger.engineConfig.cacheSizeGB number
        CouchbaseCluster
          apiVersion couchbase.com/v2!
          kind string!
          metadata @metadata!
          spec
            image string!
            hibernate bool
            security
              adminSecret string!
            buckets
              managed bool
            cluster
              dataServiceMemoryQuota string
            servers[]
              name string!
              size int!
              services[] string!
              volumeMounts
                default string
              resources @limits
            volumeClaimTemplates[]
              metadata
                name string!
              spec @claim
        """;

    private static readonly Dictionary<string, Field> Kinds = Read(Published);

    [Fact]
    public void Manifests_OfEveryDeployment_HaveTheFieldsOfThePublishedApi()
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (var deployment in Deployments())
        {
            foreach (string text in (string[])[KubernetesFile.Write(deployment),
                KubernetesFile.Write(deployment, isStopped: true, ContainerTexts.Id)])
            {
                Faults(text, seen).ShouldBeEmpty(deployment.ToString());
            }

            if (deployment.User is not null)
            {
                Faults(KubernetesFile.Secret(deployment, "1234", ContainerTexts.Id), seen).ShouldBeEmpty(deployment.ToString());
            }

            Faults(KubernetesFile.TlsSecret(deployment, [("node.key", "-----BEGIN A KEY\n")]), seen)
                .ShouldBeEmpty(deployment.ToString());
        }

        seen.ShouldBe(Kinds.Keys.Where(kind => !kind.StartsWith('@')), ignoreOrder: true);
    }

    [Theory]
    [InlineData("  clusterIP: None", "  clusterIp: None", "Service.spec.clusterIp: the API has no such field")]
    [InlineData("      port: 5432", "      port: often", "Service.spec.ports[].port: 'often' is no int")]
    [InlineData("  publishNotReadyAddresses: true", "  publishNotReadyAddresses: \"true\"", "'true' is no bool")]
    [InlineData("      port: 5432", "      protocol: TCP", "Service.spec.ports[].port: it is missing")]
    [InlineData("apiVersion: v1", "apiVersion: v2", "Service.apiVersion: 'v2' is no v1")]
    public void Fault_InAManifest_IsSeen(string right, string wrong, string said)
    {
        string text = KubernetesFile.Write(Repository.Examples.Select(DeploymentFile.Read)
            .First(d => d is { Database: "postgres", Provider: "kubernetes" }));
        text.ShouldContain(right);
        Faults(text.Replace(right, wrong, StringComparison.Ordinal), [])
            .ShouldContain(fault => fault.Contains(said, StringComparison.Ordinal));
    }

    /// <summary>Examples, and each database alone and with everything that a file can ask for.</summary>
    private static IEnumerable<Deployment> Deployments()
    {
        const string more = "storage: 5G\nstorage_class: fast\nmemory: 1G\ncpus: 0.5\nnodes: 3\n";
        string[] alone =
            [.. DeploymentCatalog.Containers.Select(recipe => ContainerTexts.Of(recipe, "kubernetes", "operator: none\n"))];
        string[] encrypted = [.. DeploymentCatalog.Containers.Where(recipe => recipe.TakesTls)
            .Select(recipe => ContainerTexts.Encrypted(recipe, "kubernetes"))];
        string[] operated =
        [
            .. DeploymentCatalog.Operators
                .SelectMany(recipe => ((string[])[string.Empty, more + "image: some/image:1.2.3\n"]).Select(further =>
                $"database: {recipe.Database}\nprovider: kubernetes\nversion: 1.2.3\ncredentials: {{user: me, password_env: "
                + $"MY_PASSWORD}}\n{further}"
                + (further.Length > 0 ? $"settings: {{{recipe.Settings.All[0].Name}: 1536M}}\n" : string.Empty))),
        ];
        return [.. Repository.Examples.Select(DeploymentFile.Read).Where(deployment => deployment.Provider == "kubernetes"),
            .. alone.Concat(encrypted).Concat(operated).Select(text => DeploymentFile.Parse("some.yaml", text))];
    }

    private static List<string> Faults(string text, HashSet<string> seen)
    {
        var faults = new List<string>();
        var stream = new YamlStream();
        stream.Load(new StringReader(text));
        foreach (var document in stream.Documents)
        {
            string kind = ((YamlScalarNode)document.RootNode["kind"]).Value!;
            seen.Add(kind);
            Compare(document.RootNode, Kinds[kind], kind, faults);
        }

        return faults;
    }

    private static void Compare(YamlNode node, Field field, string path, List<string> faults)
    {
        if (field.IsList)
        {
            if (node is not YamlSequenceNode list)
            {
                faults.Add($"{path}: it is no list");
                return;
            }

            list.Children.ToList().ForEach(item => Compare(item, field with { IsList = false }, path + "[]", faults));
        }
        else if (field.Type is { } type && !type.StartsWith('@') && type != "map")
        {
            if (node is not YamlScalarNode scalar || !IsOf(scalar, type))
            {
                faults.Add($"{path}: '{node}' is no {type}");
            }
        }
        else if (node is not YamlMappingNode mapping)
        {
            faults.Add($"{path}: it is no mapping");
        }
        else if (field.Type == "map")
        {
            faults.AddRange(mapping.Children.Where(pair => pair.Value is not YamlScalarNode)
                .Select(pair => $"{path}.{pair.Key}: it is no text"));
        }
        else
        {
            var fields = field.Type is { } group ? Kinds[group].Fields : field.Fields;
            faults.AddRange(fields.Where(known => known.Value.IsRequired && !mapping.Children.ContainsKey(known.Key))
                .Select(known => $"{path}.{known.Key}: it is missing"));
            foreach (var (key, value) in mapping.Children)
            {
                if (fields.TryGetValue(key.ToString(), out var known))
                {
                    Compare(value, known, $"{path}.{key}", faults);
                }
                else
                {
                    faults.Add($"{path}.{key}: the API has no such field");
                }
            }
        }
    }

    /// <summary>
    /// As Kubernetes reads YAML: what is not in quotes and looks like a number or a truth is one. The words are those of
    /// https://yaml.org/type/bool.html, and an underscore may stand between the digits of a number.
    /// </summary>
    private static bool IsOf(YamlScalarNode scalar, string type)
    {
        string text = scalar.Value ?? string.Empty;
        bool isPlain = scalar.Style == ScalarStyle.Plain;
        bool isNumber = isPlain && double.TryParse(text.Replace("_", "", StringComparison.Ordinal), CultureInfo.InvariantCulture,
            out _);
        bool isTruth = isPlain && text.ToLowerInvariant() is "true" or "false" or "y" or "n" or "yes" or "no" or "on" or "off";
        return type switch
        {
            "int" => isPlain && int.TryParse(text, CultureInfo.InvariantCulture, out _),
            "number" => isNumber,
            "bool" => isTruth,
            "string" => !isNumber && !isTruth && text.Length > 0,
            _ => text == type,
        };
    }

    private static Dictionary<string, Field> Read(string table)
    {
        var top = new Dictionary<string, Field>(StringComparer.Ordinal);
        List<Dictionary<string, Field>> open = [top];
        foreach (string line in table.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] words = line.Trim().Split(' ');
            int depth = line.TakeWhile(c => c == ' ').Count() / 2;
            open.RemoveRange(depth + 1, open.Count - depth - 1);
            string? type = words.ElementAtOrDefault(1)?.TrimEnd('!');
            var field = new Field(type, words[0].EndsWith("[]", StringComparison.Ordinal), words.Length > 1 && words[1]
                .EndsWith('!'), new(StringComparer.Ordinal));
            open[^1][words[0].TrimEnd('[', ']')] = field;
            open.Add(field.Fields);
        }

        return top;
    }

    /// <summary>A field of the API.</summary>
    private sealed record Field(string? Type, bool IsList, bool IsRequired, Dictionary<string, Field> Fields);
}
