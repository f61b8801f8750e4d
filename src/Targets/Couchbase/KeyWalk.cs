using DbIngest.Core.Audit;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Wire;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase;

/// <summary>Walks through all keys of all nodes, by their streams of changes, and counts those that no source of a trial has.</summary>
internal static class KeyWalk
{
    /// <summary>Whether a cluster lets us walk.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <exception cref="KvServerException">The user may not.</exception>
    public static bool IsPossible(CouchbaseCluster cluster)
    {
        try
        {
            DcpBackfill.Probe(cluster.NodesInUse.First().KeyValue, cluster.Options);
            return true;
        }
        catch (KvServerException exception) when (exception.Status is KvStatus.UnknownCommand or KvStatus.NotSupported)
        {
            return false;
        }
    }

    /// <summary>Counts.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="table">What is walked through.</param>
    /// <param name="extents">What each source was to write.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="WireException">A node did not let us walk to its end.</exception>
    public static long CountForeign(CouchbaseCluster cluster, CouchbaseTable table, IReadOnlyList<SourceExtent> extents, CancellationToken cancellation)
    {
        // A key that is changed while it is walked over comes twice.
        var foreign = new HashSet<string>(StringComparer.Ordinal);
        foreach (var node in cluster.NodesInUse)
        {
            DcpBackfill.Walk(
                node.KeyValue,
                cluster.Options,
                table.Collection,
                (key, isDeleted) =>
                {
                    if (RecordKey.TryRead(key, out int source, out long sequence) && (uint)source < (uint)extents.Count && sequence >= 0 && sequence < extents[source].Records)
                    {
                        return;
                    }

                    string name = Convert.ToHexString(key);
                    _ = isDeleted ? foreign.Remove(name) : foreign.Add(name);
                },
                cancellation);
        }

        return foreign.Count;
    }
}
