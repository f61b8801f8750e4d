using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Measures the bucket's files on all nodes together by the nodes' own statistics (<c>diskinfo</c>), which the management
/// interface calls <c>couch_docs_actual_disk_size</c>. Replicas count too. <see cref="CouchbaseTarget"/> calls it before a
/// trial and after settling. Changes nothing.
/// </summary>
internal sealed class CouchbaseSpace(CouchbaseCluster cluster)
{
    /// <summary>Details of the last measurement for the description: bytes per node, of replicas, and of valid data.</summary>
    public IReadOnlyDictionary<string, string> Findings { get; private set; } = new Dictionary<string, string>();

    /// <summary>Measures. All zero if the server reports no disk space.</summary>
    public DiskSpace Measure(CancellationToken cancellation)
    {
        var map = cluster.Map;
        var findings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        long files = 0;
        long valid = 0;
        long replicas = 0;
        bool isTold = true;
        foreach (int node in map.InUse)
        {
            cancellation.ThrowIfCancellationRequested();
            using var link = cluster.Open(map.Nodes[node]);
            var total = link.Statistics("diskinfo");
            isTold &= total.ContainsKey("ep_db_file_size");
            long ofNode = Number(total, "ep_db_file_size");
            files += ofNode;
            valid += Number(total, "ep_db_data_size");
            replicas += OfReplicas(link.Statistics("diskinfo detail"), map, node);
            findings[$"actual_disk_size_{map.Nodes[node]}"] = Text(ofNode);
        }

        if (!isTold)
        {
            Findings = new Dictionary<string, string> { ["disk_space"] = "the server tells of none" };
            return new DiskSpace(0, 0, 0);
        }

        findings["logical_disk_size"] = Text(valid);
        findings["actual_disk_size_of_replicas"] = Text(replicas);
        Findings = findings;
        return new DiskSpace(files, IndexBytes: 0, LogBytes: 0);
    }

    /// <summary>Bytes of the files of vBuckets of which the node holds a replica.</summary>
    private static long OfReplicas(IReadOnlyDictionary<string, string> detail, ClusterMap map, int node)
    {
        const string Prefix = "vb_";
        const string FileSize = ":file_size";
        return detail.Where(d => d.Key.StartsWith(Prefix, StringComparison.Ordinal)
            && d.Key.EndsWith(FileSize, StringComparison.Ordinal)
                && int.TryParse(d.Key.AsSpan(Prefix.Length, d.Key.Length - Prefix.Length - FileSize.Length), NumberStyles.None,
                    CultureInfo.InvariantCulture, out int vBucket)
                && vBucket < map.VBuckets && map.NodeOf(vBucket) != node)
            .Sum(d => Number(detail, d.Key));
    }

    private static long Number(IReadOnlyDictionary<string, string> statistics, string name) =>
        statistics.TryGetValue(name, out string? text)
            && long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long number) ? number : 0;

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
