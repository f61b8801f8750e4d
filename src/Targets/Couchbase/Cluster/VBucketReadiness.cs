using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>
/// Checks whether every vBucket of a bucket answers at its node. <see cref="BucketContent"/> polls it at the end of each reset,
/// whether a collection or a bucket was created, or a bucket flushed. It stores nothing. A trial must not begin before, or the
/// nodes may refuse its first writes.
/// </summary>
internal static class VBucketReadiness
{
    /// <summary>Asks each vBucket for a document that no trial stores.</summary>
    /// <param name="cluster">The nodes and their map.</param>
    /// <param name="collection">Number of the collection. Null if the server has no collections.</param>
    /// <returns>True if every vBucket has an active node, and this node answers for it.</returns>
    public static bool Check(CouchbaseCluster cluster, uint? collection)
    {
        var map = cluster.Map;
        byte[] prefix = collection is { } id ? KvKeys.Prefix(id) : [];
        foreach (int node in map.InUse)
        {
            using var link = cluster.Open(map.Nodes[node]);
            for (int vBucket = 0; vBucket < map.VBuckets; vBucket++)
            {
                if (map.NodeOf(vBucket) == node)
                {
                    link.Begin(KvOpcode.Get, vBucket, (uint)vBucket, default, "dbingest-is-there-an-answer"u8, prefix);
                    link.End();
                }
            }

            link.Flush();
            while (link.Pending > 0)
            {
                if (link.Receive().Status is not (KvStatus.KeyNotFound or KvStatus.Success))
                {
                    return false;
                }
            }
        }

        return Enumerable.Range(0, map.VBuckets).All(v => map.NodeOf(v) >= 0);
    }
}
