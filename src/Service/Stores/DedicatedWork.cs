using System.Collections.Concurrent;
using DbIngest.Service.Problems;
using DbIngest.Service.Settings;

namespace DbIngest.Service.Stores;

/// <summary>
/// The thread model <c>dedicated</c>: each request holds a thread outside the runtime's pool, which waits for the session and for
/// the store. Threads are reused by later requests. There are at most <see cref="ServiceOptions.MostRequestThreads"/>, and
/// further requests wait for one of them. <see cref="ServedStore"/> creates the object.
/// </summary>
/// <param name="sessions">The sessions, which this object owns.</param>
internal sealed class DedicatedWork(SessionPool sessions) : LeasedWork(sessions)
{
    private readonly Lock _gate = new();
    private readonly BlockingCollection<Action> _requests = [];
    private readonly List<Thread> _threads = [];
    private int _begun;
    private bool _isEnded;

    /// <inheritdoc/>
    public override int Waiting => base.Waiting + _requests.Count;

    /// <inheritdoc/>
    protected override Task<T> Begin<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted)
    {
        // The code after the await runs on the pool, so that this thread can take the next request.
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        Hand(() =>
        {
            try
            {
                done.SetResult(Block(source, work, aborted));
            }
            catch (OperationCanceledException)
            {
                done.SetCanceled(aborted);
            }
            catch (Exception failure)
            {
                done.SetException(failure);
            }
        });
        return done.Task;
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            lock (_gate)
            {
                _isEnded = true;
                _requests.CompleteAdding();
            }

            foreach (var thread in _threads)
            {
                thread.Join();
            }

            _requests.Dispose();
        }

        base.Dispose(disposing);
    }

    private void Hand(Action request)
    {
        lock (_gate)
        {
            if (_isEnded)
            {
                throw RefusalException.Drained();
            }

            _requests.Add(request);
            _begun++;
            if (_begun > _threads.Count && _threads.Count < ServiceOptions.MostRequestThreads)
            {
                var thread = new Thread(Serve) { IsBackground = true, Name = $"request {_threads.Count}" };
                _threads.Add(thread);
                thread.Start();
            }
        }
    }

    private void Serve()
    {
        foreach (var request in _requests.GetConsumingEnumerable())
        {
            request();
            lock (_gate)
            {
                _begun--;
            }
        }
    }
}
