namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Holds what the lanes of one process know of the shared records after a trial. <see cref="Pipeline.SharedKeysWork"/> collects
/// it once the lanes have ended, and a source process sends it to its parent within its outcome. <c>ProcessRun</c> in the parent
/// adds the clock's error, and <see cref="SharedVerdict"/> merges the logs of all processes. Times are ticks since the common
/// start by the clock of the process.
/// </summary>
public sealed record SharedLog
{
    /// <summary>
    /// <see cref="ClockErrorTicks"/> of a process whose clock was not read again after the trial, so that its drift is unknown.
    /// So large that no time of the process contradicts one of another, and small enough that no sum of times overflows.
    /// </summary>
    public const long UnknownClock = long.MaxValue / 4;

    /// <summary>The first source of the process.</summary>
    public required int FirstSource { get; init; }

    /// <summary>The writes that may be stored last, as <see cref="SharedLogCodec"/> writes them.</summary>
    public required byte[] Writes { get; init; }

    /// <summary>The operations on watched records, as <see cref="SharedLogCodec"/> writes them.</summary>
    public required byte[] Watched { get; init; }

    /// <summary>
    /// Operations on watched records that began at this time or later may be missing. <see cref="long.MaxValue"/> if none are.
    /// </summary>
    public required long WatchedUntil { get; init; }

    /// <summary>Reads that contradict each other, unless a write took effect twice. At most 100 per lane.</summary>
    public IReadOnlyList<DoubtfulRead> Doubtful { get; init; } = [];

    /// <summary>The increments of each record, as <see cref="SharedLogCodec"/> writes them.</summary>
    public byte[] Increments { get; init; } = [];

    /// <summary>
    /// Ticks by which the process's clock may differ from that of the parent, or <see cref="UnknownClock"/>. 0 for a process on
    /// the parent's machine.
    /// </summary>
    public long ClockErrorTicks { get; init; }

    /// <summary>True if the database promised that each record is an atomic register.</summary>
    public bool IsAtomic { get; init; }

    /// <summary>
    /// True if the database keeps the write with the largest write timestamp of a client. <see cref="Writes"/> then has write
    /// timestamps instead of times, to which no clock error applies.
    /// </summary>
    public bool HasWriteTimestamps { get; init; }

    /// <summary>A read that is wrong unless the write that it saw may take effect at any time.</summary>
    /// <param name="Record">Index of the record.</param>
    /// <param name="Version">The version that it saw.</param>
    /// <param name="Finding">The contradiction as a sentence.</param>
    public sealed record DoubtfulRead(long Record, int Version, string Finding);

    /// <summary>Collects what the lanes of a process know.</summary>
    /// <param name="lanes">The lanes, which have ended.</param>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="records">Shared records.</param>
    /// <param name="start">The common start, from which times count.</param>
    /// <param name="isAtomic">True if the database promised that each record is an atomic register.</param>
    /// <param name="hasWriteTimestamps">True if writes have write timestamps instead of times.</param>
    internal static SharedLog Of(
        IReadOnlyList<LaneHistory> lanes, int firstSource, long records, long start, bool isAtomic,
        bool hasWriteTimestamps = false)
    {
        var history = new WriteHistory(records);
        var increments = new IncrementTotals(mayLose: false);
        var writes = new List<LastWrite>();
        var watched = new List<WatchedOperation>();
        foreach (var lane in lanes)
        {
            writes.Clear();
            lane.Writes.AddTo(writes);
            history.Add(hasWriteTimestamps ? writes : writes.Select(write => write.Since(start)));
            lane.Log.AddTo(watched);
            increments.Add(lane.Increments.All());
        }

        history.Seal();
        return new SharedLog
        {
            FirstSource = firstSource,
            IsAtomic = isAtomic,
            HasWriteTimestamps = hasWriteTimestamps,
            Writes = SharedLogCodec.Encode(history.Candidates),
            Watched = SharedLogCodec.Encode([.. watched.Select(operation => operation.Since(start))]),
            WatchedUntil = lanes.Min(lane => lane.Log.FullSince) is var full and not long.MaxValue ? full - start : long.MaxValue,
            Increments = SharedLogCodec.Encode([.. increments.All()]),
            Doubtful = [.. lanes.SelectMany(lane => lane.Doubtful)
                .Select(read => new DoubtfulRead(read.Record, read.Version, read.Finding))],
        };
    }
}
