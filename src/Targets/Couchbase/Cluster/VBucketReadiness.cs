using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Couchbase.Cluster;

/// <summary>Whether every vBucket of a bucket answers, at the node that the map says.</summary>
internal static class VBucketReadiness
{
    /// <summary>Asks each for a document that is not there.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="collection">The collection; null where there are none.</param>
    /// <returns>Whether all of them say that it is not.</returns>
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
