using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Says from where each record of a disordered stream takes its content: its slot, a sequence number of the ordered stream. Each
/// slot belongs to exactly one record, and a late record comes at most the given number of records after its slot. A pure
/// function of (seed, source, sequence) that allocates nothing. <see cref="DisorderedWorkload.Open"/> creates one, and
/// <see cref="DisorderedSource"/> calls it for each batch on the timed path. Stored trials are verified by it, so its draws must
/// not change.
/// </summary>
/// <remarks>
/// The stream is divided into strata, each with one late record. If the longest delay spans several strata, the late record of a
/// stratum takes the slot of the late record of an earlier stratum, through a permutation of each block of strata. All other
/// records keep their slots. If late records lie farther apart, a late record leaves its slot, the records up to its new place
/// move up by one slot, and it follows them. A mutable struct: a copy has its own cache.
/// </remarks>
internal struct LateSlots
{
    private const long Whole = WrittenShare.Whole;
    private const ulong PlaceStream = 0x6c61_7465_2070_6c63;
    private const ulong DelayStream = 0x6c61_7465_2064_6c79;
    private const ulong BlockStream = 0x6c61_7465_2062_6c6b;

    private readonly long _share;
    private readonly long _most;
    private readonly long _block;
    private readonly ulong _places;
    private readonly ulong _delays;
    private readonly ulong _blocks;

    // The permutation of the block that was asked for last.
    private long _cached = long.MinValue;
    private long _factor;
    private long _offset;

    /// <summary>Creates the slots of a source.</summary>
    /// <param name="millionths">The share of late records, in millionths.</param>
    /// <param name="most">Longest delay in records, at least 1.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="source">The source, from 0.</param>
    public LateSlots(int millionths, long most, ulong seed, int source)
    {
        _share = millionths;
        _most = most;
        _block = most * millionths / (2 * Whole);
        ulong own = SplitMix64.Mix(seed) + (ulong)source;
        _places = SplitMix64.Mix(own ^ PlaceStream);
        _delays = SplitMix64.Mix(own ^ DelayStream);
        _blocks = SplitMix64.Mix(own ^ BlockStream);
    }

    /// <summary>The stratum of a record.</summary>
    public readonly long StratumOf(long sequence) => sequence * _share / Whole;

    /// <summary>
    /// Finds the late record of a stratum and its slot. Unless <see cref="IsDense"/>, each record from <c>Slot</c> to before
    /// <c>Late</c> takes the content of the record after it. All other records of the stratum keep their own content.
    /// </summary>
    /// <param name="stratum">The stratum, from 0.</param>
    /// <returns>
    /// The sequence number of the late record, and its slot: negative for a record from before the stream.
    /// </returns>
    public (long Late, long Slot) Of(long stratum)
    {
        if (_block == 0)
        {
            long first = First(stratum);
            long records = First(stratum + 1) - first;
            long delay = 1 + Below(_delays, stratum, Math.Min(_most, records - 1));
            long slot = first + Below(_places, stratum, records - delay);
            return (slot + delay, slot);
        }

        long block = stratum / _block;
        if (block != _cached)
        {
            Permute(block);
        }

        long earlier = (long)(((UInt128)(ulong)(stratum - (block * _block)) * (ulong)_factor + (ulong)_offset) % (ulong)_block);
        return (PlaceOf(stratum), PlaceOf(((block - 1) * _block) + earlier));
    }

    /// <summary>True if late records take their slots from earlier strata, so that no other record moves.</summary>
    public readonly bool IsDense => _block > 0;

    /// <summary>The first record of a stratum. Strata before the stream are negative.</summary>
    private readonly long First(long stratum) =>
        stratum < 0 ? stratum * Whole / _share : ((stratum * Whole) + _share - 1) / _share;

    private readonly long PlaceOf(long stratum) =>
        First(stratum) is var first ? first + Below(_places, stratum, First(stratum + 1) - first) : 0;

    /// <summary>Chooses a linear permutation of a block: its factor has no divisor in common with the length.</summary>
    private void Permute(long block)
    {
        ulong drawn = SplitMix64.Mix(_blocks + (ulong)block);
        _cached = block;
        _offset = (long)(drawn % (ulong)_block);
        _factor = (long)(SplitMix64.Mix(drawn) % (ulong)_block);
        while (Divisor(_factor, _block) > 1)
        {
            _factor++;
        }
    }

    private static long Divisor(long a, long b)
    {
        while (b != 0)
        {
            (a, b) = (b, a % b);
        }

        return a;
    }

    private static long Below(ulong key, long index, long bound) =>
        (long)Math.BigMul(SplitMix64.Mix(key + ((ulong)index * 0x9e3779b97f4a7c15)), (ulong)bound, out _);
}
