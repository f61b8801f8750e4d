namespace DbIngest.Core.Operations;

/// <summary>
/// The records that one lane owns, with the version of each. Each lane owns every n-th block of its source's sequence numbers, so
/// that its operations depend on no other lane. The records inserted before the trial come first, then those that the lane
/// inserts. A block consists of whole batches and is long enough for a scan. <see cref="OperationStream"/> and
/// <c>SharedStream</c> each own one per lane, during the trial and again in the audit's replay. Not thread-safe.
/// </summary>
internal sealed class LaneKeys
{
    /// <summary>The version of a deleted record.</summary>
    public const int Deleted = ushort.MaxValue;

    private const int LeastBlock = 128;
    private const int PageBits = 16;

    private readonly int _lane;
    private readonly int _lanes;
    private readonly int _batch;
    private readonly int _block;
    private readonly long _loadBlocks;
    private readonly List<ushort[]>? _versions;

    /// <summary>Creates the keys of a lane after the initial load.</summary>
    /// <param name="lane">The lane within its source, from 0.</param>
    /// <param name="lanes">Lanes per source.</param>
    /// <param name="batch">Records per batch.</param>
    /// <param name="loaded">Records that the source inserts before the trial.</param>
    /// <param name="hasVersions">
    /// True if the mix updates, increments or deletes records. Takes 2 bytes per record. Without it every version is 0.
    /// </param>
    public LaneKeys(int lane, int lanes, int batch, long loaded, bool hasVersions)
    {
        _lane = lane;
        _lanes = lanes;
        _batch = batch;
        _versions = hasVersions ? [] : null;
        _block = BlockLength(batch);
        long blocks = (loaded + _block - 1) / _block;
        _loadBlocks = Math.Max(0, (blocks - lane + lanes - 1) / lanes);
        bool hasLast = _loadBlocks > 0 && (blocks - 1) % lanes == lane;
        Loaded = (_loadBlocks * _block) - (hasLast ? (blocks * _block) - loaded : 0);
        Count = Loaded;
        Grow();
    }

    /// <summary>Records per block. A lane needs at least one block to read from.</summary>
    /// <param name="batch">Records per batch.</param>
    public static int BlockLength(int batch) => batch * ((LeastBlock + batch - 1) / batch);

    /// <summary>Records inserted before the trial.</summary>
    public long Loaded { get; }

    /// <summary>Records inserted in total, including deleted ones.</summary>
    public long Count { get; private set; }

    /// <summary>The sequence number of a record.</summary>
    /// <param name="index">Index of the record in the lane's order of insertion, from 0.</param>
    public long SequenceOf(long index) => index < Loaded
        ? Sequence(index / _block, index % _block)
        : Sequence(_loadBlocks + ((index - Loaded) / _block), (index - Loaded) % _block);

    /// <summary>Counts the records of the same block that precede a record.</summary>
    public int Within(long index) => (int)((index < Loaded ? index : index - Loaded) % _block);

    /// <summary>Counts the records from an index on that have consecutive sequence numbers.</summary>
    public int RunLength(long index)
    {
        long within = index < Loaded ? index : index - Loaded;
        long end = index < Loaded ? Loaded : Count;
        return (int)Math.Min(_block - (within % _block), end - index);
    }

    /// <summary>The version of a record. <see cref="Deleted"/> for a deleted one.</summary>
    public int VersionOf(long index) => _versions is null ? 0
        : _versions[(int)(index >> PageBits)][index & ((1 << PageBits) - 1)];

    /// <summary>Sets the version of a record. Call it only with versions (<c>hasVersions</c>).</summary>
    /// <param name="index">Index of the record in the lane's order of insertion.</param>
    /// <param name="version">0 to <see cref="Deleted"/>.</param>
    public void SetVersion(long index, int version) =>
        _versions![(int)(index >> PageBits)][index & ((1 << PageBits) - 1)] = (ushort)version;

    /// <summary>Adds the lane's next batch of records.</summary>
    /// <returns>The first sequence number of the batch.</returns>
    public long Insert()
    {
        long first = SequenceOf(Count);
        Count += _batch;
        Grow();
        return first;
    }

    private long Sequence(long block, long offset) => (((block * _lanes) + _lane) * _block) + offset;

    private void Grow()
    {
        while (_versions is not null && (long)_versions.Count << PageBits < Count)
        {
            _versions.Add(new ushort[1 << PageBits]);
        }
    }
}
