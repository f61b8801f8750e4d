namespace DbIngest.Couchbase.Endpoint;

/// <summary>What a node counts.</summary>
internal static class NodeStatistics
{
    /// <summary>A group of statistics; null where there is none of that name.</summary>
    public static Dictionary<string, long>? Of(Cluster cluster, Bucket bucket, Node node, string group)
    {
        var vBuckets = Enumerable.Range(0, bucket.Owners.Length).Where(v => Copy(cluster, bucket, v, node) is not null).ToList();
        switch (group)
        {
            case "":
                bool isWaiting = cluster.DiskQueueAnswers > 0;
                cluster.DiskQueueAnswers -= isWaiting ? 1 : 0;
                return new()
                {
                    ["ep_queue_size"] = isWaiting ? 7 : 0,
                    ["ep_flusher_todo"] = 0,
                    ["vb_active_curr_items"] = vBuckets.Where(v => Copy(cluster, bucket, v, node) == 0).Sum(bucket.Count),
                    ["vb_replica_curr_items"] = vBuckets.Where(v => Copy(cluster, bucket, v, node) > 0).Sum(bucket.Count),
                };
            case "diskinfo":
                return new()
                {
                    ["ep_db_file_size"] = vBuckets.Sum(v => bucket.Disk(v).Files),
                    ["ep_db_data_size"] = vBuckets.Sum(v => bucket.Disk(v).Valid)
                };
            case "diskinfo detail":
                return vBuckets.SelectMany(
                    v => ((string, long)[])[($"vb_{v}:data_size", bucket.Disk(v).Valid),
                    ($"vb_{v}:file_size", bucket.Disk(v).Files)]).ToDictionary(e => e.Item1, e => e.Item2);
            case "vbucket-seqno":
                return vBuckets.SelectMany(
                    v => ((string, long)[])[($"vb_{v}:uuid", RangeScans.Identity(v)),
                    ($"vb_{v}:high_seqno", bucket.Sequences[v])]).ToDictionary(e => e.Item1, e => e.Item2);
            default:
                return null;
        }
    }

    /// <summary>Which copy of a vBucket a node has: 0 for the active one.</summary>
    private static int? Copy(Cluster cluster, Bucket bucket, int vBucket, Node node)
    {
        int copy = (node.Index - bucket.Owners[vBucket] + cluster.Nodes.Count) % cluster.Nodes.Count;
        return copy <= bucket.Replicas ? copy : null;
    }
}
