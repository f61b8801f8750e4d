using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// The thread models in which a request leases a session from a pool: <c>dedicated</c>, <c>pool</c> and <c>async</c>.
/// <see cref="ServedStore"/> creates one of them. Subclasses differ in the thread that waits for the session and for the store.
/// Each must return the session, also after a failure, and reset it after an exception other than a refusal.
/// </summary>
/// <param name="sessions">The sessions, which this object owns.</param>
internal abstract class LeasedWork(SessionPool sessions) : IStoreWork
{
    private volatile bool _isDrained;

    /// <inheritdoc/>
    public bool AreShared => sessions.AreShared;

    /// <inheritdoc/>
    public virtual int Waiting => sessions.Waiting;

    /// <summary>The sessions.</summary>
    protected SessionPool Sessions => sessions;

    /// <inheritdoc/>
    public Task<T> Run<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted) =>
        _isDrained ? throw RefusalException.Drained() : Begin(source, work, aborted);

    /// <inheritdoc/>
    public void Dispose()
    {
        _isDrained = true;
        Dispose(disposing: true);
    }

    /// <inheritdoc cref="Run"/>
    protected abstract Task<T> Begin<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted);

    /// <summary>Does the work on the calling thread, and blocks it until a session is free and the store has answered.</summary>
    protected T Block<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted)
    {
        var session = sessions.Lease(source, aborted);
        try
        {
            return StoreJob.WaitFor(work(session));
        }
        catch (Exception defect) when (defect is not RefusalException)
        {
            session.Reset();
            throw;
        }
        finally
        {
            sessions.Return(source, session);
        }
    }

    /// <summary>Closes the sessions, once each was returned. An override ends its threads first.</summary>
    /// <param name="disposing">Always true, since the class has no finalizer.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
        {
            sessions.Dispose();
        }
    }
}
