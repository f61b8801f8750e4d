namespace DbIngest.Targets;

/// <summary>
/// A lock that is handed on in the order of arrival, so that no source starves while another reenters at once, as the
/// framework's own locks allow. Entering allocates nothing.
/// </summary>
/// <param name="maxWaiters">The largest number of threads that may use it.</param>
internal sealed class FairLock(int maxWaiters)
{
    private readonly Lock _gate = new();
    private readonly Queue<Waiter> _waiters = new(maxWaiters);
    private bool _held;

    /// <summary>Waits for the lock.</summary>
    /// <param name="waiter">The calling thread's own place in the queue.</param>
    public void Enter(Waiter waiter)
    {
        lock (_gate)
        {
            if (!_held)
            {
                _held = true;
                return;
            }

            waiter.Turn.Reset();
            _waiters.Enqueue(waiter);
        }

        waiter.Turn.Wait();
    }

    /// <summary>Hands the lock to whoever has waited longest.</summary>
    public void Exit()
    {
        lock (_gate)
        {
            if (_waiters.TryDequeue(out var next))
            {
                next.Turn.Set();
            }
            else
            {
                _held = false;
            }
        }
    }

    /// <summary>A place in the queue, for one thread at a time.</summary>
    public sealed class Waiter : IDisposable
    {
        internal ManualResetEventSlim Turn { get; } = new(initialState: false);

        /// <inheritdoc/>
        public void Dispose() => Turn.Dispose();
    }
}
