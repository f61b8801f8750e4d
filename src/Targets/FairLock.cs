namespace DbIngest.Targets;

/// <summary>
/// A lock that serves threads in the order of arrival. The writers of SQLite and their target share one, since the database takes
/// one writer at a time: with the framework's locks a source could enter again at once while others starve. Entering allocates
/// nothing. A thread that holds the lock must not enter it again.
/// </summary>
/// <param name="maxWaiters">Threads that can wait at once without an allocation. More may wait.</param>
internal sealed class FairLock(int maxWaiters)
{
    private readonly Lock _gate = new();
    private readonly Queue<Waiter> _waiters = new(maxWaiters);
    private bool _held;

    /// <summary>Waits for the lock.</summary>
    /// <param name="waiter">The calling thread's place in the queue. No other thread may use it meanwhile.</param>
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

    /// <summary>Passes the lock to the thread that has waited longest. Only the holder may call it.</summary>
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

    /// <summary>A place in the queue, reused by one thread.</summary>
    public sealed class Waiter : IDisposable
    {
        internal ManualResetEventSlim Turn { get; } = new(initialState: false);

        /// <inheritdoc/>
        public void Dispose() => Turn.Dispose();
    }
}
