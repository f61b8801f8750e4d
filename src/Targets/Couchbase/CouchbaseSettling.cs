using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Settles: nothing is left in the disk queues of any node, every replica has every document, and the bucket is not being
/// compacted.
/// </summary>
internal sealed class CouchbaseSettling(CouchbaseCluster cluster, BucketContent bucket)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);
    private static readonly string[] Queues = ["ep_queue_size", "ep_flusher_todo"];

    /// <summary>How it was done the last time.</summary>
    public string How { get; private set; } = "not yet";

    /// <summary>Settles.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    public void Run(CancellationToken cancellation)
    {
        Waiting.Until(
            IsWritten,
            Interval,
            Patience,
            () => new TargetException(
                $"Documents still wait for the disk, or for a replica, after {Patience.TotalMinutes:0} minutes."),
            cancellation);
        bucket.AwaitCompaction(cancellation);
    }

    private bool IsWritten()
    {
        bool hasQueues = false;
        long waiting = 0;
        long active = 0;
        long replicas = 0;
        foreach (var node in cluster.NodesInUse)
        {
            using var link = cluster.Open(node);
            var statistics = link.Statistics();
            hasQueues |= statistics.ContainsKey(Queues[0]);
            waiting += Queues.Sum(q => Number(statistics, q));
            active += Number(statistics, "vb_active_curr_items");
            replicas += Number(statistics, "vb_replica_curr_items");
        }

        int copies = cluster.Map.ReplicasInUse;
        How = hasQueues ? "disk queues at 0 on all nodes, replicas complete, no compaction"
            : "no compaction; the server tells of no disk queues";
        return waiting == 0 && (!hasQueues || replicas >= active * copies);
    }

    private static long Number(IReadOnlyDictionary<string, string> statistics, string name) =>
        statistics.TryGetValue(name, out string? text)
            && long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
