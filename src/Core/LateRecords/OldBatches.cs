using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// Says which batches of a source hold records of the old period of <c>--backfill</c>: evenly spread ones, from a place that
/// seed and source decide. A pure function. <see cref="BackfilledSource"/> owns one. Immutable.
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
    /// <param name="millionths">The share of old batches.</param>
    /// <param name="size">Records per batch.</param>
    /// <param name="first">The sequence number at which the batches begin. None before it is old.</param>
    /// <param name="seed">Seed of the sweep.</param>
    /// <param name="source">The source, from 0.</param>
    public OldBatches(int millionths, int size, long first, ulong seed, int source)
    {
        _share = millionths;
        _size = size;
        _first = first;
        _offset = (long)(SplitMix64.Mix((SplitMix64.Mix(seed) + (ulong)source) ^ Stream) % (ulong)Whole);
    }

    /// <summary>Whether a record is of the old period.</summary>
    public bool IsOld(long sequence) => sequence >= _first && IsOldBatch((sequence - _first) / _size);

    /// <summary>Records from one to the end of its batch, or of those before the first batch.</summary>
    public long RestAt(long sequence) => sequence < _first ? _first - sequence : _size - ((sequence - _first) % _size);

    /// <summary>Old records before a record.</summary>
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
