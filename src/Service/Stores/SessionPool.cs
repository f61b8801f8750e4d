using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// Lends sessions of the store, each to one request at a time. <see cref="ServedStore"/> creates it, <see cref="LeasedWork"/>
/// leases and returns. If writers take the batches of every source, any free session serves a request. Otherwise source s always
/// gets session s modulo the number of sessions, which has a writer per source. Thread-safe.
/// </summary>
internal sealed class SessionPool : IDisposable
{
    private readonly Group[] _groups;
    private readonly TimeSpan _longestWait;
    private int _waiting;

    /// <summary>Opens the first writer. Other writers are opened on first use.</summary>
    /// <param name="target">The store, whose table is ready.</param>
    /// <param name="isKeyed">True if the table has a unique key and its writers read by it.</param>
    /// <param name="isAsync">True to call writers asynchronously.</param>
    /// <param name="connections">Sessions, at least 1.</param>
    /// <param name="longestWait">How long a request may wait for a session.</param>
    /// <exception cref="TargetException">The store cannot be written to.</exception>
    public SessionPool(ITarget target, bool isKeyed, bool isAsync, int connections, TimeSpan longestWait)
    {
        _longestWait = longestWait;
        var first = new StoreSession(target, isKeyed, isAsync);
        bool isShared = first.Open();
        StoreSession[] sessions =
            [first, .. Enumerable.Range(1, connections - 1).Select(_ => new StoreSession(target, isKeyed, isAsync))];
        _groups = isShared ? [new Group(sessions)] : [.. sessions.Select(session => new Group([session]))];
    }

    /// <inheritdoc cref="IStoreWork.AreShared"/>
    public bool AreShared => _groups.Length == 1;

    /// <summary>Requests that wait for a session.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>Takes a session and blocks the calling thread until a session is free. The caller returns it.</summary>
    /// <exception cref="RefusalException">No session is free in time: status 504.</exception>
    /// <exception cref="OperationCanceledException">The client is gone.</exception>
    public StoreSession Lease(int source, CancellationToken aborted)
    {
        Interlocked.Increment(ref _waiting);
        try
        {
            return GroupOf(source).Lease(_longestWait, aborted);
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    /// <summary>Takes a session as soon as one is free, without holding a thread.</summary>
    /// <inheritdoc cref="Lease"/>
    public async ValueTask<StoreSession> LeaseAsync(int source, CancellationToken aborted)
    {
        Interlocked.Increment(ref _waiting);
        try
        {
            return await GroupOf(source).LeaseAsync(_longestWait, aborted);
        }
        finally
        {
            Interlocked.Decrement(ref _waiting);
        }
    }

    /// <summary>Gives a session back, once per lease and with the source of the lease.</summary>
    public void Return(int source, StoreSession session) => GroupOf(source).Return(session);

    /// <summary>Waits without a timeout until every session was returned, then closes the writers.</summary>
    public void Dispose() => Array.ForEach(_groups, group => group.Dispose());

    private Group GroupOf(int source) => _groups[source % _groups.Length];

    private sealed class Group : IDisposable
    {
        private readonly ConcurrentStack<StoreSession> _free;
        private readonly SemaphoreSlim _count;
        private readonly int _sessions;

        public Group(StoreSession[] sessions)
        {
            _free = new(sessions);
            _sessions = sessions.Length;
            _count = new(_sessions, _sessions);
        }

        public StoreSession Lease(TimeSpan longest, CancellationToken aborted) =>
            _count.Wait(longest, aborted) ? Take() : throw RefusalException.TooLate();

        public async ValueTask<StoreSession> LeaseAsync(TimeSpan longest, CancellationToken aborted) =>
            await _count.WaitAsync(longest, aborted) ? Take() : throw RefusalException.TooLate();

        public void Return(StoreSession session)
        {
            _free.Push(session);
            _count.Release();
        }

        public void Dispose()
        {
            for (int i = 0; i < _sessions; i++)
            {
                _count.Wait();
            }

            foreach (var session in _free)
            {
                session.Reset();
            }

            _count.Dispose();
        }

        private StoreSession Take() => _free.TryPop(out var session) ? session
            : throw new InvalidOperationException("There are fewer sessions than were counted.");
    }
}
