namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// The last acknowledged write of a lane to one record, or a write that may take effect at any time. <see cref="LaneWrites"/>
/// lists them with times in ticks of the monotonic clock, <see cref="SharedLog"/> turns these into ticks since the common start,
/// and <see cref="WriteHistory"/> judges by them. If the database orders writes by write timestamps, both times are the write
/// timestamp, which must never be compared with a time.
/// </summary>
/// <param name="Record">Index of the record, see <see cref="SharedKeys"/>.</param>
/// <param name="Version">The version that it wrote.</param>
/// <param name="Start">Start of the attempt that was acknowledged. <see cref="Never"/> for a write without
/// acknowledgement.</param>
/// <param name="End">
/// When the write was acknowledged, after which it takes no effect any more. <see cref="Always"/> if the write may still take
/// effect.
/// </param>
public readonly record struct LastWrite(long Record, int Version, long Start, long End)
{
    /// <summary>The start of a write that was never acknowledged: it proves nothing of others.</summary>
    public const long Never = long.MinValue;

    /// <summary>The end of a write that may still take effect.</summary>
    public const long Always = long.MaxValue;

    /// <summary>The write with times that count from a moment.</summary>
    /// <param name="moment">The moment, on the clock of the times.</param>
    internal LastWrite Since(long moment) => this with
    {
        Start = Start == Never ? Never : Start - moment,
        End = End == Always ? Always : End - moment,
    };
}
