using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Draws the operations of one lane on shared records, as a pure function of (seed, mix, source, lane). Every operation takes
/// three random numbers, whatever it is and whatever other lanes do, so that each lane can be replayed alone.
/// <see cref="Pipeline.SharedKeysWork"/> draws from it during the trial, and <see cref="SharedReplay"/> again in the audit. A
/// change of what is drawn must increase <see cref="OperationRequest.Law"/>. Not thread-safe.
/// </summary>
internal sealed class SharedStream
{
    private const ulong Stream = 0x7368_6172_6564_6b79;

    private readonly OperationMix _mix;
    private readonly int _batch;
    private readonly int _source;
    private readonly int _totalWeight;
    private readonly LaneKeys _inserted;
    private SplitMix64 _random;
    private ZipfLaw _zipf;

    /// <summary>Creates the stream at its first operation.</summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lane">The lane within the source, from 0.</param>
    public SharedStream(OperationRequest request, int source, int lane)
    {
        _mix = request.Mix;
        _batch = request.Batch;
        _source = source;
        _totalWeight = request.Mix.TotalWeight;
        Keys = new SharedKeys(request);
        _inserted = new LaneKeys(lane, request.Lanes, request.Batch, request.LoadedRecords, hasVersions: false);
        _random = new SplitMix64(SplitMix64.Mix(request.Seed ^ Stream) + (((ulong)source << 32) | (uint)lane));
        _random.Next();
    }

    /// <summary>The records that all lanes share.</summary>
    public SharedKeys Keys { get; }

    /// <summary>The records that the lane itself has loaded and inserted, which no other lane inserts.</summary>
    public LaneKeys Own => _inserted;

    /// <summary>The last operation drawn.</summary>
    public SharedOperation LastOperation { get; private set; }

    /// <summary>Draws the next operation.</summary>
    public SharedOperation Next()
    {
        int weight = _random.NextBelow(_totalWeight);
        ulong key = _random.Next();
        int length = 1 + _random.NextBelow(OperationMix.LongestScan);
        int at = 0;
        for (; weight >= _mix.Weights[at]; at++)
        {
            weight -= _mix.Weights[at];
        }

        var kind = OperationMix.KindOf(at, _batch);
        if (kind is OperationKind.InsertBatch or OperationKind.InsertOne)
        {
            return LastOperation = new SharedOperation(kind, _source, _inserted.Insert(), _batch);
        }

        long index = Keys.Choose(key, ref _zipf);
        long sequence = Keys.SequenceOf(index);
        int count = 1;
        if (kind == OperationKind.Scan)
        {
            // A scan stays within the loaded records of a source: one that would leave them begins earlier.
            count = (int)Math.Min(length, Keys.PerSource);
            sequence = Math.Min(sequence, Keys.PerSource - count);
        }

        return LastOperation = new SharedOperation(kind, Keys.SourceOf(index), sequence, count);
    }
}
