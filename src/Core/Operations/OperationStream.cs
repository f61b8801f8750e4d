using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// The operations of one lane, one after the other: a pure function of (seed, mix, source, lane). Whoever knows how many a
/// lane has done, knows what must be stored: the audit draws them once more.
/// </summary>
internal sealed class OperationStream
{
    private const ulong Stream = 0x6f70_6572_6174_696f;

    /// <summary>So many neighbours are tried for a record that was not deleted; then the operation becomes a read.</summary>
    private const int Probes = 64;

    private readonly OperationMix _mix;
    private readonly int _batch;
    private readonly int _totalWeight;
    private SplitMix64 _random;

    /// <summary>Creates the stream at its beginning.</summary>
    /// <param name="request">What is asked for.</param>
    /// <param name="source">The source.</param>
    /// <param name="lane">The lane within it, from 0.</param>
    public OperationStream(OperationRequest request, int source, int lane)
    {
        _mix = request.Mix;
        _batch = request.Batch;
        _totalWeight = request.Mix.TotalWeight;
        Keys = new LaneKeys(lane, request.Lanes, request.Batch, request.LoadedRecords, request.Mix.HasVersions);
        _random = new SplitMix64(SplitMix64.Mix(request.Seed ^ Stream) + (((ulong)source << 32) | (uint)lane));
        _random.Next();
    }

    /// <summary>The records of the lane after the operations drawn so far.</summary>
    public LaneKeys Keys { get; }

    /// <summary>The record that the last operation is about, in the lane's order; of an insertion and a scan the first one.</summary>
    public long Index { get; private set; }

    /// <summary>The operation drawn last.</summary>
    public Operation LastOperation { get; private set; }

    /// <summary>Draws the next operation and takes it for done.</summary>
    /// <returns>The operation.</returns>
    public Operation Next() => LastOperation = Draw();

    private Operation Draw()
    {
        int weight = _random.NextBelow(_totalWeight);
        int at = 0;
        for (; weight >= _mix.Weights[at]; at++)
        {
            weight -= _mix.Weights[at];
        }

        var kind = OperationMix.KindOf(at, _batch);
        if (kind is OperationKind.InsertBatch or OperationKind.InsertOne || Keys.Count == 0)
        {
            Index = Keys.Count;
            return new Operation(OperationMix.KindOf(0, _batch), Keys.Insert(), _batch, 0);
        }

        // Always as many random numbers, so that a stream differs from another by what it draws, not by when.
        Index = ChooseKey();
        int length = 1 + _random.NextBelow(OperationMix.LongestScan);
        return kind switch
        {
            OperationKind.Update when TryFindLive() => Change(kind, Math.Min(Keys.VersionOf(Index) + 1, LaneKeys.Deleted - 1)),
            OperationKind.Delete when TryFindLive() => Change(kind, LaneKeys.Deleted),
            OperationKind.Scan => new Operation(kind, Keys.SequenceOf(Index), Math.Min(length, Keys.RunLength(Index)), 0),
            _ => new Operation(OperationKind.Read, Keys.SequenceOf(Index), 1, 0),
        };
    }

    private Operation Change(OperationKind kind, int version)
    {
        Keys.SetVersion(Index, version);
        return new Operation(kind, Keys.SequenceOf(Index), 1, version);
    }

    private bool TryFindLive()
    {
        long start = Index;
        for (int i = 0; i < Probes; i++)
        {
            Index = (start + i) % Keys.Count;
            if (Keys.VersionOf(Index) < LaneKeys.Deleted - 1)
            {
                return true;
            }
        }

        Index = start;
        return false;
    }

    private long ChooseKey()
    {
        double u = _random.NextDouble();
        long count = Keys.Count;
        return _mix.Keys switch
        {
            KeyChoice.Zipfian => (long)(SplitMix64.Mix((ulong)Zipf(u, count)) % (ulong)count),
            KeyChoice.Latest => count - 1 - Zipf(u, count),
            _ => Math.Min(count - 1, (long)(u * count)),
        };
    }

    /// <summary>
    /// A rank from 0 by Zipf's law with exponent 0.99: the inverse of the continuous distribution with density x^-0.99 on
    /// [1, count + 1), which needs no sum over all ranks when their number grows.
    /// </summary>
    private static long Zipf(double u, long count)
    {
        const double rest = 1 - 0.99;
        double top = Math.Pow(count + 1, rest) - 1;
        return Math.Clamp((long)Math.Pow(1 + (u * top), 1 / rest) - 1, 0, count - 1);
    }
}
