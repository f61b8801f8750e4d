using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Operations;

/// <summary>
/// Draws the operations of one lane in order, as a pure function of (seed, mix, source, lane). <c>OwnKeysWork</c> draws them for
/// its lane during the trial. <see cref="OperationReplay"/> draws them again in the audit, and so knows from their number alone
/// what must be stored. A change of what is drawn makes stored mixes unverifiable: increase <see cref="OperationRequest.Law"/>
/// with it. Not thread-safe.
/// </summary>
internal sealed class OperationStream
{
    private const ulong Stream = 0x6f70_6572_6174_696f;

    /// <summary>
    /// Neighbouring records that an update, increment or deletion tries until one is neither deleted nor at the highest version,
    /// 65,534. If there is none among them, an update or increment becomes a read, and a deletion takes the record first drawn.
    /// </summary>
    private const int Probes = 64;

    private const int HighestVersion = LaneKeys.Deleted - 1;

    private readonly OperationMix _mix;
    private readonly int _batch;
    private readonly int _totalWeight;
    private readonly RankOrder _order;
    private readonly long _span;
    private SplitMix64 _random;
    private ZipfLaw _zipf;

    /// <summary>Creates the stream at its first operation.</summary>
    /// <param name="request">What the operations derive from.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="lane">The lane within the source, from 0.</param>
    public OperationStream(OperationRequest request, int source, int lane)
    {
        _mix = request.Mix;
        _batch = request.Batch;
        _totalWeight = request.Mix.TotalWeight;
        Keys = new LaneKeys(lane, request.Lanes, request.Batch, request.LoadedRecords, request.Mix.HasVersions);
        _order = new RankOrder(Keys.Loaded);
        _span = Keys.Loaded + (2 * ExpectedInsertions(request.Mix, request.OperationsPerSource / request.Lanes ?? Keys.Loaded));
        _random = new SplitMix64(SplitMix64.Mix(request.Seed ^ Stream) + (((ulong)source << 32) | (uint)lane));
        _random.Next();
    }

    /// <summary>The lane's records after the operations drawn so far.</summary>
    public LaneKeys Keys { get; }

    /// <summary>Index of the last operation's first record in the lane's order of insertion.</summary>
    public long Index { get; private set; }

    /// <summary>The last operation drawn.</summary>
    public Operation LastOperation { get; private set; }

    /// <summary>
    /// True if the last operation was to be an update or increment, and is a read since each record that it tried is deleted or,
    /// at least one of them, at the highest version.
    /// </summary>
    public bool IsAtBound { get; private set; }

    /// <summary>True if the last operation is a deletion of a record that was there until then.</summary>
    public bool DeletesStored { get; private set; }

    /// <summary>The message for a trial that ends at the bound. It names the record first drawn, and the remedies.</summary>
    /// <param name="source">The source of the lane.</param>
    public string BoundMessage(int source) => FormattableString.Invariant(
        $"A lane has updated record {LastOperation.Sequence} of source {source}, or the {Probes - 1} after it that are not deleted, {HighestVersion:N0} times, which is all that a version can count: shorten the trial by --duration or --operations, or load more --records.");

    /// <summary>Draws the next operation and applies it to <see cref="Keys"/>.</summary>
    public Operation Next() => LastOperation = Draw();

    private Operation Draw()
    {
        IsAtBound = false;

        // Every operation takes three random numbers: two mixes of one seed differ by what they draw, not by when.
        int weight = _random.NextBelow(_totalWeight);
        ulong key = _random.Next();
        int length = 1 + _random.NextBelow(OperationMix.LongestScan);
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

        Index = ChooseKey(key);
        return kind switch
        {
            OperationKind.Update or OperationKind.ReadModifyWrite or OperationKind.PlainReadModifyWrite when TryFindLive()
                => Change(kind, Keys.VersionOf(Index) + 1),
            OperationKind.Delete => Delete(),
            OperationKind.Scan => Scan(length),
            OperationKind.Find => new Operation(kind, Keys.SequenceOf(Index), 1, 0),
            _ => new Operation(OperationKind.Read, Keys.SequenceOf(Index), 1, 0),
        };
    }

    /// <summary>
    /// A scan stays within the lane's block of records: one that would leave it begins earlier and has its whole length.
    /// </summary>
    private Operation Scan(int length)
    {
        Index -= Math.Min(Keys.Within(Index), Math.Max(0, length - Keys.RunLength(Index)));
        return new Operation(OperationKind.Scan, Keys.SequenceOf(Index), Math.Min(length, Keys.RunLength(Index)), 0);
    }

    private Operation Delete()
    {
        // A deletion needs no further version.
        TryFindLive();
        IsAtBound = false;
        DeletesStored = Keys.VersionOf(Index) != LaneKeys.Deleted;
        return Change(OperationKind.Delete, LaneKeys.Deleted);
    }

    private Operation Change(OperationKind kind, int version)
    {
        Keys.SetVersion(Index, version);
        return new Operation(kind, Keys.SequenceOf(Index), 1, version);
    }

    private bool TryFindLive()
    {
        long start = Index;
        bool isAtBound = false;
        for (int i = 0; i < Probes; i++)
        {
            Index = (start + i) % Keys.Count;
            int version = Keys.VersionOf(Index);
            if (version < HighestVersion)
            {
                return true;
            }

            isAtBound |= version == HighestVersion;
        }

        IsAtBound = isAtBound;
        Index = start;
        return false;
    }

    private long ChooseKey(ulong bits)
    {
        long count = Keys.Count;
        return _mix.Keys switch
        {
            KeyChoice.Zipfian => _order.KeyOf(_zipf.Draw(bits, count)),
            KeyChoice.Latest => count - 1 - _zipf.Draw(bits, count),
            KeyChoice.Ycsb => YcsbLaw.Draw(bits, _span, count),
            _ => (long)Math.BigMul(bits, (ulong)count, out _),
        };
    }

    /// <summary>
    /// Insertions of a lane by the number of its operations: as many as it has loaded records unless another number is given, as
    /// in YCSB's workload files.
    /// </summary>
    private static long ExpectedInsertions(OperationMix mix, long operations) => operations * mix.Weights[0] / mix.TotalWeight;
}
