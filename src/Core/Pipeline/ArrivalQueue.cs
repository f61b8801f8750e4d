namespace DbIngest.Core.Pipeline;

/// <summary>
/// The queue before one source in an open loop: each arrival is handed out once, in its order, however late; none is
/// skipped. Shared by the lanes of the source, under their cursor's lock.
/// </summary>
internal sealed class ArrivalQueue(ArrivalProcess arrivals)
{
    private ArrivalProcess _served = arrivals;
    private ArrivalProcess _arrived = arrivals;
    private long _servedCount;
    private long _arrivedCount;

    /// <summary>The most arrivals that were waiting when a lane took one, in batches.</summary>
    public long LargestBacklog { get; private set; }

    /// <summary>Whether the times between arrivals are exponentially distributed; else they are equal.</summary>
    public bool IsPoisson => _served.IsPoisson;

    /// <summary>The mean time between arrivals, in ticks.</summary>
    public double IntervalTicks => _served.IntervalTicks;

    /// <summary>When the next arrival not yet taken is due, in ticks after the common start.</summary>
    public long Due => _served.Next;

    /// <summary>Takes the next arrival.</summary>
    /// <param name="now">Ticks since the common start.</param>
    public void Take(long now)
    {
        _served.Advance();
        _servedCount++;
        LargestBacklog = Math.Max(LargestBacklog, Backlog(now));
    }

    /// <summary>How many have arrived, and no lane has taken them.</summary>
    /// <param name="now">Ticks since the common start; never smaller than before by more than lanes differ.</param>
    /// <returns>Batches.</returns>
    public long Backlog(long now)
    {
        for (; _arrived.Next <= now; _arrived.Advance())
        {
            _arrivedCount++;
        }

        return Math.Max(0, _arrivedCount - _servedCount);
    }
}
