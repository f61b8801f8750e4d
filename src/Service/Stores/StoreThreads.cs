using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// The thread model <c>queue</c>: each thread has a session with the store. <see cref="ServedStore"/> creates it. If writers take
/// the batches of every source, all threads share one queue. Otherwise each thread has a queue, source s goes to queue s modulo
/// the number of threads, and the thread has a writer per source. The queues have no limit: <see cref="Admission"/> bounds what
/// waits. Thread-safe.
/// </summary>
internal sealed class StoreThreads : IStoreWork
{
    private readonly BlockingCollection<StoreJob>[] _queues;
    private readonly Thread[] _threads;
    private readonly long _longestWaitMs;

    /// <summary>Opens the first writer and starts the threads, which open other writers on first use.</summary>
    /// <param name="target">The store, whose table is ready.</param>
    /// <param name="isKeyed">True if the table has a unique key and its writers read by it.</param>
    /// <param name="threads">Threads, at least 1.</param>
    /// <param name="longestWait">How long a request may wait before its work begins.</param>
    /// <exception cref="TargetException">The store cannot be written to.</exception>
    public StoreThreads(ITarget target, bool isKeyed, int threads, TimeSpan longestWait)
    {
        _longestWaitMs = (long)longestWait.TotalMilliseconds;
        var first = new StoreSession(target, isKeyed);
        bool isShared = first.Open();
        _queues = [.. Enumerable.Range(0, isShared ? 1 : threads).Select(_ => new BlockingCollection<StoreJob>())];
        _threads =
        [
            .. Enumerable.Range(0, threads).Select(i =>
            {
                var session = i == 0 ? first : new StoreSession(target, isKeyed);
                var queue = _queues[i % _queues.Length];
                return new Thread(() => Work(session, queue)) { IsBackground = true, Name = $"store {i}" };
            }),
        ];
        Array.ForEach(_threads, thread => thread.Start());
    }

    /// <inheritdoc/>
    public bool AreShared => _queues.Length == 1;

    /// <inheritdoc/>
    public int Waiting => _queues.Sum(queue => queue.Count);

    /// <inheritdoc/>
    public Task<T> Run<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted)
    {
        var job = new StoreJob<T>(work, Environment.TickCount64 + _longestWaitMs, aborted);
        try
        {
            _queues[source % _queues.Length].Add(job, CancellationToken.None);
        }
        catch (InvalidOperationException)
        {
            throw RefusalException.Drained();
        }

        return job.Done;
    }

    /// <summary>
    /// Refuses new work and waits until all accepted work was done or was refused as late. The threads then close their writers.
    /// </summary>
    public void Dispose()
    {
        foreach (var queue in _queues)
        {
            queue.CompleteAdding();
        }

        foreach (var thread in _threads)
        {
            thread.Join();
        }

        foreach (var queue in _queues)
        {
            queue.Dispose();
        }
    }

    private static void Work(StoreSession session, BlockingCollection<StoreJob> queue)
    {
        foreach (var job in queue.GetConsumingEnumerable())
        {
            if (!job.Run(session))
            {
                session.Reset();
            }
        }

        session.Reset();
    }
}
