namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// One read or write of a watched record. Each lane collects its own in a <see cref="WatchedLog"/>. After the trial,
/// <see cref="AtomicityTest"/> judges those of all lanes together. A lane notes times in ticks of the monotonic clock, and
/// <see cref="SharedLog"/> turns them into ticks since the common start.
/// </summary>
/// <param name="Number">Number of the record, see <see cref="WatchedRecords"/>.</param>
/// <param name="IsWrite">True for a write, false for a read.</param>
/// <param name="Version">The version that it wrote, or that it saw.</param>
/// <param name="Start">Start of the first attempt of a write, or of the attempt of a read that was answered.</param>
/// <param name="End">When it ended. <see cref="LastWrite.Always"/> for a write that was given up.</param>
/// <param name="IsRepeated">
/// True for a write of which more than one attempt may have taken effect. The test of atomicity leaves it out, as it may have
/// changed the record twice.
/// </param>
public readonly record struct WatchedOperation(int Number, bool IsWrite, int Version, long Start, long End, bool IsRepeated)
{
    /// <summary>The operation with times that count from a moment.</summary>
    /// <param name="moment">The moment, on the clock of the times.</param>
    internal WatchedOperation Since(long moment) => this with
    {
        Start = Start - moment,
        End = End == LastWrite.Always ? LastWrite.Always : End - moment,
    };
}
