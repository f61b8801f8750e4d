using DbIngest.Abstractions.Audit;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Walks through all keys of all nodes, and counts those that no source of a trial has: by scans of ranges where the server has
/// them, else by its streams of changes.
/// </summary>
internal sealed class KeyWalk
{
    private readonly bool _scans;

    private KeyWalk(bool scans) => _scans = scans;

    /// <summary>How it walks.</summary>
    public string How => _scans ? "range scans" : "DCP";

    /// <summary>The way that a cluster lets us walk; null where there is none.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <exception cref="KvServerException">The user may not.</exception>
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

    /// <summary>Counts.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="table">What is walked through.</param>
    /// <param name="extents">What each source was to write.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="WireException">A node did not let us walk to its end.</exception>
    public long CountForeign(CouchbaseCluster cluster, CouchbaseTable table, IReadOnlyList<SourceExtent> extents,
        CancellationToken cancellation)
    {
        // A key that is changed while it is walked over comes twice.
        var foreign = new HashSet<string>(StringComparer.Ordinal);
        var map = cluster.Map;
        foreach (short index in map.InUse)
        {
            var node = map.Nodes[index].KeyValue;
            if (_scans)
            {
                RangeScan.Walk(node, cluster.Options, map.VBucketsOf(index), table.Collection, key => Take(key, isDeleted: false),
                    cancellation);
            }
            else
            {
                DcpBackfill.Walk(node, cluster.Options, table.Collection, Take, cancellation);
            }
        }

        return foreign.Count;

        void Take(ReadOnlySpan<byte> key, bool isDeleted)
        {
            if (RecordKey.TryRead(key, out int source, out long sequence) && (uint)source < (uint)extents.Count && sequence >= 0
                && sequence < extents[source].Records)
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
