using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>The work of one request, which waits for a thread of <see cref="StoreThreads"/>.</summary>
internal abstract class StoreJob
{
    /// <summary>Does the work. Throws nothing: the waiting request receives every exception.</summary>
    /// <param name="session">The session of the calling thread.</param>
    /// <returns>False if the session must be reset, after an exception that no store throws.</returns>
    public abstract bool Run(StoreSession session);

    /// <summary>The result of work by a session whose calls block, so that its task has ended.</summary>
    public static T Ended<T>(ValueTask<T> work) => work.IsCompleted ? work.Result : work.AsTask().GetAwaiter().GetResult();
}

/// <inheritdoc/>
/// <typeparam name="T">What the work gives.</typeparam>
/// <param name="work">The work.</param>
/// <param name="dueMs">The tick count by which the work must have begun.</param>
/// <param name="aborted">Cancelled when nobody waits for the answer any more.</param>
internal sealed class StoreJob<T>(Func<StoreSession, ValueTask<T>> work, long dueMs, CancellationToken aborted) : StoreJob
{
    // Answers go on elsewhere: the store's thread takes the next request.
    private readonly TaskCompletionSource<T> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends with what the work gave, or with its exception.</summary>
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
            _done.SetResult(Ended(work(session)));
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
