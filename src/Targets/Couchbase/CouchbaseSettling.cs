using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase.Cluster;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Waits until the disk queues of all nodes are empty, every replica has every document, and no compaction of the bucket runs.
/// <see cref="CouchbaseTarget"/> calls it in each Settle: after the writers of a trial, or of a load before it, have finished.
/// </summary>
/// <remarks>
/// A server that reports no disk queues (<c>ep_queue_size</c>) ends the wait for queues and replicas at once, and
/// <see cref="How"/> says so in the description. The wait for compaction remains.
/// </remarks>
internal sealed class CouchbaseSettling(CouchbaseCluster cluster, BucketContent bucket)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly string[] Queues = ["ep_queue_size", "ep_flusher_todo"];

    /// <summary>The conditions of the last wait, for the description.</summary>
    public string How { get; private set; } = "not yet";

    /// <summary>Waits.</summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The cluster is still busy after <see cref="ServerTimeouts.Quiet"/>.</exception>
    public void Run(CancellationToken cancellation)
    {
        Waiting.Until(
            IsWritten,
            Interval,
            ServerTimeouts.Quiet,
            () => new TargetException(
                $"Documents still wait for the disk, or for a replica, after {ServerTimeouts.Quiet.TotalMinutes:0} minutes."),
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
