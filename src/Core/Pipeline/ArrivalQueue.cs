namespace DbIngest.Core.Pipeline;

/// <summary>
/// Queues the arrivals of one source in an open loop. It hands out each arrival once, in order and however late, and skips
/// none. <see cref="SourceCursor"/> creates one per source and trial with <c>--rate</c>. The lanes of the source share it:
/// every call must hold the lock of their cursor.
/// </summary>
/// <param name="arrivals">The times of the arrivals, without end.</param>
/// <param name="batches">Batches of the source: no more than these arrive.</param>
internal sealed class ArrivalQueue(ArrivalProcess arrivals, long batches)
{
    private ArrivalProcess _served = arrivals;
    private ArrivalProcess _arrived = arrivals;
    private long _servedCount;
    private long _arrivedCount;

    /// <summary>Most arrivals that waited when a lane took one, in batches.</summary>
    public long LargestBacklog { get; private set; }

    /// <summary>True if the intervals are exponentially distributed, false if they are equal.</summary>
    public bool IsPoisson => _served.IsPoisson;

    /// <summary>True if the rate changes within the trial.</summary>
    public bool IsStaged => _served.IsStaged;

    /// <summary>Mean interval between arrivals in ticks.</summary>
    public double IntervalTicks => _served.IntervalTicks;

    /// <summary>When the next arrival is due, in ticks after the common start.</summary>
    public long Due => _served.Next;

    /// <summary>Takes the next arrival.</summary>
    /// <param name="now">Ticks since the common start.</param>
    public void Take(long now)
    {
        _served.Advance();
        _servedCount++;
        LargestBacklog = Math.Max(LargestBacklog, Backlog(now));
    }

    /// <summary>Counts the batches that have arrived and that no lane has taken.</summary>
    /// <param name="now">
    /// Ticks since the common start. An arrival that was counted once stays counted, so a value may be less than that of an
    /// earlier call only by the short time between two lanes.
    /// </param>
    public long Backlog(long now)
    {
        for (; _arrivedCount < batches && _arrived.Next <= now; _arrived.Advance())
        {
            _arrivedCount++;
        }

        return Math.Max(0, _arrivedCount - _servedCount);
    }
}
