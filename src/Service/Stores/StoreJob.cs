using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// The work of one request, which waits in a queue for a thread of <see cref="StoreThreads"/>. The thread runs it once.
/// <see cref="LeasedWork"/> only uses <see cref="WaitFor"/>.
/// </summary>
internal abstract class StoreJob
{
    /// <summary>Does the work. Throws nothing: the waiting request receives every exception.</summary>
    /// <param name="session">The session of the calling thread.</param>
    /// <returns>False if the caller must reset the session, after an exception other than a refusal.</returns>
    public abstract bool Run(StoreSession session);

    /// <summary>
    /// Waits for work by a session whose calls block, and returns its result. The task has usually ended already.
    /// </summary>
    public static T WaitFor<T>(ValueTask<T> work) => work.IsCompleted ? work.Result : work.AsTask().GetAwaiter().GetResult();
}

/// <inheritdoc/>
/// <typeparam name="T">The result of the work.</typeparam>
/// <param name="work">The work.</param>
/// <param name="dueMs">
/// Latest start, in milliseconds of <see cref="Environment.TickCount64"/>. Later the work is refused with status 504.
/// </param>
/// <param name="aborted">Cancelled when the client is gone. Work that has not begun is then skipped.</param>
internal sealed class StoreJob<T>(Func<StoreSession, ValueTask<T>> work, long dueMs, CancellationToken aborted) : StoreJob
{
    // The code after the await runs on the pool, so that the store's thread can take the next request.
    private readonly TaskCompletionSource<T> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends with the result of the work, or with its exception.</summary>
    public Task<T> Done => _done.Task;

    /// <inheritdoc/>
    public override bool Run(StoreSession session)
    {
        if (aborted.IsCancellationRequested)
        {
            _done.SetCanceled(aborted);
            return true;
        }

        if (Environment.TickCount64 > dueMs)
        {
            _done.SetException(RefusalException.TooLate());
            return true;
        }

        try
        {
            _done.SetResult(WaitFor(work(session)));
            return true;
        }
        catch (RefusalException refusal)
        {
            _done.SetException(refusal);
            return true;
        }
        catch (Exception defect)
        {
            _done.SetException(defect);
            return false;
        }
    }
}
