namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Maps each vBucket of a bucket to its nodes, as of one revision. <see cref="ClusterMapReader"/> creates it. <c>KvPipeline</c>
/// routes every request by it, <c>CouchbaseCluster</c> replaces it when a node reports a newer one, and <c>CouchbaseSpace</c>
/// finds replicas by it. Immutable.
/// </summary>
public sealed class ClusterMap
{
    private readonly short[] _active;

    internal ClusterMap(
        (long Epoch, long Number) revision, IReadOnlyList<ClusterNode> nodes, short[] active, IReadOnlyList<short[]> replicas,
            string? bucket, bool hasRangeScan)
    {
        (Revision, Nodes, _active, Replicas, Bucket, HasRangeScan) = (revision, nodes, active, replicas, bucket, hasRangeScan);
        InUse = [.. active.Where(node => node >= 0).Distinct().Order()];
    }

    /// <summary>Epoch and number. The map with the greater revision is newer.</summary>
    public (long Epoch, long Number) Revision { get; }

    /// <summary>The data nodes. Maps of vBuckets name a node by its index in this list.</summary>
    public IReadOnlyList<ClusterNode> Nodes { get; }

    /// <summary>Indexes of the nodes that hold an active vBucket. A failed node holds none.</summary>
    public IReadOnlyList<short> InUse { get; }

    /// <summary>The bucket's name; null if the map does not contain it.</summary>
    public string? Bucket { get; }

    /// <summary>Whether the server supports range scans of the bucket (7.6 and later).</summary>
    public bool HasRangeScan { get; }

    /// <summary>Number of vBuckets of the bucket.</summary>
    public int VBuckets => _active.Length;

    /// <summary>For each replica, the index of each vBucket's node; -1 for no node.</summary>
    public IReadOnlyList<short[]> Replicas { get; }

    /// <summary>Number of replicas that every vBucket has on nodes that have not failed.</summary>
    public int ReplicasInUse => Replicas.Count(nodes => nodes.All(node => InUse.Contains(node)));

    /// <summary>Index of the node where <paramref name="vBucket"/> is active; -1 if no node holds it.</summary>
    public int NodeOf(int vBucket) => _active[vBucket];

    /// <summary>The vBuckets that are active at a node.</summary>
    /// <param name="node">Index into <see cref="Nodes"/>.</param>
    public IEnumerable<int> VBucketsOf(int node) => Enumerable.Range(0, _active.Length)
        .Where(vBucket => _active[vBucket] == node);

    /// <summary>Whether this map replaces <paramref name="other"/>; true if that is null.</summary>
    public bool IsNewerThan(ClusterMap? other) => other is null || Revision.CompareTo(other.Revision) > 0;
}
