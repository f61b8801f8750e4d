namespace DbIngest.Core.Freshness;

/// <summary>
/// Hands the next acknowledgement of a source from a lane to <see cref="FreshnessProbe"/>. The probe owns one per process, and
/// <see cref="Pipeline.Probes"/> gives it to the lanes. The probe asks for a source, and the first lane of that source whose
/// batch is acknowledged answers. <see cref="Pipeline.IngestLane"/> offers on the timed path without a lock or allocation: one
/// read of a field per batch, and more only if the probe waits for their source. One probe asks, any number of lanes offer.
/// </summary>
internal sealed class NextAcknowledgement : IDisposable
{
    private const int NoSource = -1;

    private readonly ManualResetEventSlim _answered = new(initialState: false, spinCount: 0);
    private int _wanted = NoSource;
    private long _sequence;
    private long _timestamp;

    /// <summary>
    /// Asks for the next acknowledgement of a source. The probe must take the answer by <see cref="Wait"/>, or withdraw the
    /// question, before it asks again.
    /// </summary>
    public void Ask(int source) => Volatile.Write(ref _wanted, source);

    /// <summary>Takes back the question about a source.</summary>
    /// <returns>False if a lane is answering: the answer must be taken by <see cref="Wait"/>.</returns>
    public bool Withdraw(int source) => Interlocked.CompareExchange(ref _wanted, NoSource, source) == source;

    /// <summary>Offers an acknowledgement. A lane calls it after each acknowledged batch.</summary>
    /// <param name="source">The source.</param>
    /// <param name="sequence">The last sequence number of the batch.</param>
    /// <param name="timestamp">When the batch was acknowledged, in ticks of the monotonic clock.</param>
    public void Offer(int source, long sequence, long timestamp)
    {
        if (Volatile.Read(ref _wanted) == source && Interlocked.CompareExchange(ref _wanted, NoSource, source) == source)
        {
            (_sequence, _timestamp) = (sequence, timestamp);
            _answered.Set();
        }
    }

    /// <summary>Waits for the answer and takes it.</summary>
    /// <param name="limit">Longest wait.</param>
    /// <param name="cancellation">Ends the wait. The method then returns null and does not throw.</param>
    /// <returns>The record and when it was acknowledged. Null if no lane has answered yet.</returns>
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
