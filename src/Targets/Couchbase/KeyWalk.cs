using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Lists all keys of all nodes and counts those that no source of the trial wrote: by range scans if the server has them, else by
/// its streams of changes (DCP). <see cref="CouchbaseAudit"/> counts by it after a trial, and <see cref="CouchbaseDefinition"/>
/// looks for the method when a target opens. A listing may name a key twice, so keys are counted once each. Changes nothing.
/// </summary>
internal sealed class KeyWalk
{
    private readonly bool _scans;

    private KeyWalk(bool scans) => _scans = scans;

    /// <summary>The method, for the description.</summary>
    public string How => _scans ? "range scans" : "DCP";

    /// <summary>Chooses the method that a cluster supports. Null if it supports neither.</summary>
    /// <param name="cluster">The nodes and their map.</param>
    /// <exception cref="KvServerException">The user lacks the permission.</exception>
    public static KeyWalk? Find(CouchbaseCluster cluster)
    {
        var map = cluster.Map;
        short first = map.InUse[0];
        var node = map.Nodes[first].KeyValue;
        if (map.HasRangeScan && IsThere(() => RangeScan.Probe(node, cluster.Options, map.VBucketsOf(first).First())))
        {
            return new KeyWalk(scans: true);
        }

        return IsThere(() => DcpBackfill.Probe(node, cluster.Options)) ? new KeyWalk(scans: false) : null;
    }

    /// <summary>Counts keys that no source wrote.</summary>
    /// <param name="cluster">The nodes and their map.</param>
    /// <param name="table">The collection to list.</param>
    /// <param name="extents">Records that each source was to write.</param>
    /// <param name="cancellation">Cancels the listing.</param>
    /// <exception cref="WireException">A node did not list all of its keys.</exception>
    public long CountForeign(CouchbaseCluster cluster, CouchbaseTable table, IReadOnlyList<SourceExtent> extents,
        CancellationToken cancellation)
    {
        // A key that changes during the listing is listed twice, among the keys of its vBucket.
        var foreign = new HashSet<string>(StringComparer.Ordinal);
        int current = -1;
        long before = 0;
        var map = cluster.Map;
        foreach (short index in map.InUse)
        {
            var node = map.Nodes[index].KeyValue;
            if (_scans)
            {
                RangeScan.Walk(node, cluster.Options, map.VBucketsOf(index), table.Collection,
                    (vBucket, key) => Take(vBucket, key, isDeleted: false), cancellation);
            }
            else
            {
                DcpBackfill.Walk(node, cluster.Options, table.Collection, Take, cancellation);
            }
        }

        return before + foreign.Count;

        void Take(int vBucket, ReadOnlySpan<byte> key, bool isDeleted)
        {
            if (vBucket != current)
            {
                // Keeps the keys of one vBucket alone: a bucket that others use may hold any number.
                before += foreign.Count;
                foreign.Clear();
                current = vBucket;
            }

            if (RecordKey.TryRead(key, out int source, out long sequence) && (uint)source < (uint)extents.Count
                && (extents[source].IsUnknown || (sequence >= 0 && sequence < extents[source].Records)))
            {
                return;
            }

            string name = Convert.ToHexString(key);
            _ = isDeleted ? foreign.Remove(name) : foreign.Add(name);
        }
    }

    private static bool IsThere(Action probe)
    {
        try
        {
            probe();
            return true;
        }
        catch (KvServerException exception) when (exception.Status is KvStatus.UnknownCommand or KvStatus.NotSupported)
        {
            return false;
        }
    }
}
