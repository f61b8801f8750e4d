namespace DbIngest.Core.Freshness;

/// <summary>
/// Hands the next acknowledgement of a source from its lane to the probe. The probe asks, the first lane of that source whose
/// batch is acknowledged answers. Lanes offer on the timed path: one read of a field for each batch, more only if the probe waits
/// for this source.
/// </summary>
internal sealed class NewestAcknowledgement : IDisposable
{
    private const int Nobody = -1;

    private readonly ManualResetEventSlim _answered = new(initialState: false, spinCount: 0);
    private int _wanted = Nobody;
    private long _sequence;
    private long _timestamp;

    /// <summary>Asks for the next acknowledgement of a source. The probe calls it once for each answer.</summary>
    public void Ask(int source) => Volatile.Write(ref _wanted, source);

    /// <summary>Offers an acknowledgement.</summary>
    /// <param name="source">The source.</param>
    /// <param name="sequence">The last record of the batch.</param>
    /// <param name="timestamp">When it was acknowledged, in ticks of the monotonic clock.</param>
    public void Offer(int source, long sequence, long timestamp)
    {
        if (Volatile.Read(ref _wanted) == source && Interlocked.CompareExchange(ref _wanted, Nobody, source) == source)
        {
            (_sequence, _timestamp) = (sequence, timestamp);
            _answered.Set();
        }
    }

    /// <summary>Waits for the answer.</summary>
    /// <param name="limit">How long at most.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>The record and when it was acknowledged; null if none was so far.</returns>
    public (long Sequence, long Timestamp)? Wait(TimeSpan limit, CancellationToken cancellation)
    {
        try
        {
            if (!_answered.Wait(limit, cancellation))
            {
                return null;
            }
        }
        catch (OperationCanceledException)
        {
            return null;
        }

        _answered.Reset();
        return (_sequence, _timestamp);
    }

    /// <inheritdoc/>
    public void Dispose() => _answered.Dispose();
}
