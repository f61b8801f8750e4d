namespace DbIngest.Wire.Couchbase;

/// <summary>Which node has which vBucket of a bucket, as of one revision.</summary>
public sealed class ClusterMap
{
    private readonly short[] _active;

    internal ClusterMap(
        (long Epoch, long Number) revision, IReadOnlyList<ClusterNode> nodes, short[] active, IReadOnlyList<short[]> replicas, string? bucket, bool hasRangeScan)
    {
        (Revision, Nodes, _active, Replicas, Bucket, HasRangeScan) = (revision, nodes, active, replicas, bucket, hasRangeScan);
        InUse = [.. active.Where(node => node >= 0).Distinct().Order()];
    }

    /// <summary>Which it is; one with a greater revision is newer.</summary>
    public (long Epoch, long Number) Revision { get; }

    /// <summary>The nodes with data, in the order that vBuckets name them by.</summary>
    public IReadOnlyList<ClusterNode> Nodes { get; }

    /// <summary>The indexes of the nodes that some vBucket is active at: a node that has failed has none.</summary>
    public IReadOnlyList<short> InUse { get; }

    /// <summary>The bucket's name; null where the map does not say.</summary>
    public string? Bucket { get; }

    /// <summary>Whether the bucket's ranges of keys can be scanned.</summary>
    public bool HasRangeScan { get; }

    /// <summary>How many vBuckets the bucket has.</summary>
    public int VBuckets => _active.Length;

    /// <summary>For each replica, the node of each vBucket; -1 where there is none.</summary>
    public IReadOnlyList<short[]> Replicas { get; }

    /// <summary>How many replicas every vBucket has at nodes that have not failed.</summary>
    public int ReplicasInUse => Replicas.Count(nodes => nodes.All(node => InUse.Contains(node)));

    /// <summary>The node that has a vBucket.</summary>
    /// <param name="vBucket">The vBucket.</param>
    /// <returns>Its index; -1 where none has it.</returns>
    public int NodeOf(int vBucket) => _active[vBucket];

    /// <summary>The vBuckets that a node has.</summary>
    /// <param name="node">Its index.</param>
    public IEnumerable<int> VBucketsOf(int node) => Enumerable.Range(0, _active.Length).Where(vBucket => _active[vBucket] == node);

    /// <summary>Whether it replaces another.</summary>
    /// <param name="other">The other; null for none.</param>
    public bool IsNewerThan(ClusterMap? other) => other is null || Revision.CompareTo(other.Revision) > 0;
}
