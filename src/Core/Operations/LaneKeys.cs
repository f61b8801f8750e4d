namespace DbIngest.Core.Operations;

/// <summary>
/// The records that one lane owns, and the version of each. Of its source's sequence numbers a lane has every n-th block, so that
/// what it does depends on no other lane: what it loads before the trial first, then what it inserts. A block is whole
/// batches, and long enough for a scan.
/// </summary>
internal sealed class LaneKeys
{
    /// <summary>The version of a record that was deleted.</summary>
    public const int Deleted = ushort.MaxValue;

    private const int LeastBlock = 128;
    private const int PageBits = 16;

    private readonly int _lane;
    private readonly int _lanes;
    private readonly int _batch;
    private readonly int _block;
    private readonly long _loadBlocks;
    private readonly List<ushort[]>? _versions;

    /// <summary>Creates the keys of a lane after the load.</summary>
    /// <param name="lane">The lane within its source, from 0.</param>
    /// <param name="lanes">Lanes of the source.</param>
    /// <param name="batch">Records a batch.</param>
    /// <param name="loaded">Records that the source loads.</param>
    /// <param name="hasVersions">Whether records change.</param>
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

    /// <summary>Records of a block: a lane needs one at least to read from.</summary>
    /// <param name="batch">Records a batch.</param>
    public static int BlockLength(int batch) => batch * ((LeastBlock + batch - 1) / batch);

    /// <summary>Records loaded before the trial.</summary>
    public long Loaded { get; }

    /// <summary>Records that were ever inserted, deleted ones included.</summary>
    public long Count { get; private set; }

    /// <summary>The sequence number of a record of the lane.</summary>
    /// <param name="index">The record, in the order of insertion, from 0.</param>
    public long SequenceOf(long index) => index < Loaded
        ? Sequence(index / _block, index % _block)
        : Sequence(_loadBlocks + ((index - Loaded) / _block), (index - Loaded) % _block);

    /// <summary>How many records of the same block come before one.</summary>
    public int Within(long index) => (int)((index < Loaded ? index : index - Loaded) % _block);

    /// <summary>How many records from one on have consecutive sequence numbers.</summary>
    public int RunLength(long index)
    {
        long within = index < Loaded ? index : index - Loaded;
        long end = index < Loaded ? Loaded : Count;
        return (int)Math.Min(_block - (within % _block), end - index);
    }

    /// <summary>The version of a record; <see cref="Deleted"/> when it is gone.</summary>
    public int VersionOf(long index) => _versions is null ? 0 : _versions[(int)(index >> PageBits)][index & ((1 << PageBits) - 1)];

    /// <summary>Changes the version of a record.</summary>
    public void SetVersion(long index, int version) =>
        _versions![(int)(index >> PageBits)][index & ((1 << PageBits) - 1)] = (ushort)version;

    /// <summary>Adds the lane's next batch of records.</summary>
    /// <returns>Its first sequence number.</returns>
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
