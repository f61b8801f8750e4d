using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Says which batches of a source hold records of the old period of <c>--backfill</c>: evenly spread batches, counted from a
/// place that seed and source decide. A pure function that allocates nothing. <see cref="BackfilledWorkload.Open"/> creates one,
/// and <see cref="BackfilledSource"/> calls it for each batch on the timed path. Stored trials are verified by it, so its results
/// must not change. Immutable.
/// </summary>
internal readonly struct OldBatches
{
    private const long Whole = WrittenShare.Whole;
    private const ulong Stream = 0x6f6c_6420_6261_7463;

    private readonly long _share;
    private readonly long _offset;
    private readonly int _size;
    private readonly long _first;

    /// <summary>Creates the pattern of a source.</summary>
    /// <param name="millionths">The share of old batches, in millionths.</param>
    /// <param name="size">Records per batch.</param>
    /// <param name="first">The sequence number at which the batches begin. No record before it is old.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="source">The source, from 0.</param>
    public OldBatches(int millionths, int size, long first, ulong seed, int source)
    {
        _share = millionths;
        _size = size;
        _first = first;
        _offset = (long)(SplitMix64.Mix((SplitMix64.Mix(seed) + (ulong)source) ^ Stream) % (ulong)Whole);
    }

    /// <summary>True if a record belongs to the old period.</summary>
    public bool IsOld(long sequence) => sequence >= _first && IsOldBatch((sequence - _first) / _size);

    /// <summary>Counts the records from a sequence number to the end of its batch, or up to the first batch.</summary>
    public long RestAt(long sequence) => sequence < _first ? _first - sequence : _size - ((sequence - _first) % _size);

    /// <summary>Counts the old records with lower sequence numbers.</summary>
    public long Before(long sequence)
    {
        if (sequence <= _first)
        {
            return 0;
        }

        var (batch, rest) = Math.DivRem(sequence - _first, _size);
        return (OldBatchesBefore(batch) * _size) + (IsOldBatch(batch) ? rest : 0);
    }

    private bool IsOldBatch(long batch) => OldBatchesBefore(batch + 1) > OldBatchesBefore(batch);

    private long OldBatchesBefore(long batch) => ((batch * _share) + _offset) / Whole;
}
