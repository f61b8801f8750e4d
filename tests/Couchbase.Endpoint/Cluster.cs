using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>
/// A cluster for tests, of nodes within this process: what Couchbase's protocol documentation says of logging in, collections,
/// synchronous durability, statistics, streams of changes and the map, and the resources of its management that are used here.
/// </summary>
public sealed class Cluster : IDisposable
{
    private readonly Lock _state = new();
    private int _revision = 1;
    private int _followers;

    public Cluster(ClusterOptions? options = null)
    {
        Options = options ?? new ClusterOptions();
        if (Options.Bucket is { } name)
        {
            Buckets[name] = new Bucket(name, Options.VBuckets, Options.Nodes, Options.Replicas);
        }

        Nodes = [.. Enumerable.Range(0, Options.Nodes).Select(index => new Node(this, index))];
    }

    public ClusterOptions Options { get; }

    public IReadOnlyList<Node> Nodes { get; }

    public ConcurrentDictionary<string, Bucket> Buckets { get; } = new();

    /// <summary>Defects of the endpoint's own; a test that ends well has none.</summary>
    public ConcurrentQueue<Exception> Failures { get; } = new();

    /// <summary>Asked before a request is carried out; what is not null is answered instead.</summary>
    public Func<Node, Request, Answer?>? Before { get; set; }

    /// <summary>Asked after a request was carried out; true cuts the connection instead of answering.</summary>
    public Func<Node, Request, bool>? CutsAfter { get; set; }

    /// <summary>Told of each management request that was carried out, before it is answered: its method and path.</summary>
    public Action<string, string>? Managed { get; set; }

    /// <summary>How often a node still says that documents wait for its disk.</summary>
    public int DiskQueueAnswers { get; set; }

    /// <summary>How often the management still says that a bucket is being compacted.</summary>
    public int CompactionAnswers { get; set; }

    public int Compactions { get; set; }

    /// <summary>How many connections follow a bucket's map.</summary>
    public int Followers => _followers;

    /// <summary>The number of the map that is in force.</summary>
    public int Revision => Volatile.Read(ref _revision);

    public int Port => Nodes[0].Port;

    /// <summary>An endpoint of the first node and the first bucket.</summary>
    public string Endpoint =>
        $"{(Options.Certificate is null ? "couchbase" : "couchbases")}://{(Options.Certificate is null ? "127.0.0.1" : "localhost")}:{Port.ToString(CultureInfo.InvariantCulture)}/{Options.Bucket ?? "bench"}";

    /// <summary>Gives a vBucket to another node; maps have another revision from now on.</summary>
    public void Move(Bucket bucket, int vBucket, int node)
    {
        lock (_state)
        {
            bucket.Owners[vBucket] = node;
            _revision++;
        }
    }

    /// <summary>The map, as JSON.</summary>
    /// <param name="bucket">The bucket; null for a map of the nodes alone.</param>
    /// <param name="at">The node that is asked.</param>
    public string Map(Bucket? bucket, Node at)
    {
        lock (_state)
        {
            bool isEncrypted = Options.Certificate is not null;
            var map = new Dictionary<string, object?>
            {
                ["rev"] = _revision,
                ["revEpoch"] = 1,
                ["nodesExt"] = Nodes.Select(n => new Dictionary<string, object?>
                {
                    ["services"] = isEncrypted
                        ? new Dictionary<string, int>
                        {
                            ["kv"] = n.PlainPort,
                            ["kvSSL"] = n.Port,
                            ["mgmt"] = n.PlainPort,
                            ["mgmtSSL"] = n.ManagementPort
                        }
                        : new Dictionary<string, int> { ["kv"] = n.Port, ["mgmt"] = n.ManagementPort },
                    ["thisNode"] = n == at,
                }),
            };
            if (bucket is not null)
            {
                map["name"] = bucket.Name;
                map["uuid"] = "1";
                map["nodeLocator"] = "vbucket";
                map["bucketCapabilities"] = (string[])["cbhello", "cccp", "nodesExt", "xattr", "durableWrite",
                    .. Options.HasCollections ? (string[])["collections"] : [], .. Options.HasRangeScan ? (string[])["rangeScan"]
                    : []];
                map["nodes"] = Nodes.Select(n => new Dictionary<string, object?>
                {
                    ["hostname"] = $"$HOST:{n.ManagementPort}",
                    ["ports"] = new Dictionary<string, int> { ["direct"] = n.Port },
                });
                map["vBucketServerMap"] = new Dictionary<string, object?>
                {
                    ["hashAlgorithm"] = "CRC",
                    ["numReplicas"] = bucket.Replicas,
                    ["serverList"] = Nodes
                        .Select(n => string.Create(CultureInfo.InvariantCulture,
                        $"$HOST:{(isEncrypted ? n.PlainPort : n.Port)}")),
                    ["vBucketMap"] = bucket.Owners
                        .Select(owner => Enumerable.Range(0, bucket.Replicas + 1).Select(copy => (owner + copy) % Nodes.Count)),
                };
            }

            return JsonSerializer.Serialize(map);
        }
    }

    internal void Follow(int change) => Interlocked.Add(ref _followers, change);

    public void Dispose()
    {
        foreach (var node in Nodes)
        {
            node.Dispose();
        }
    }
}
