using DbIngest.Service.Problems;

namespace DbIngest.Service.Stores;

/// <summary>
/// The thread model <c>async</c>: no thread waits for a session, a write or a read. Only opening or repairing a writer blocks a
/// thread of the pool. <see cref="ServedStore"/> creates it, with sessions whose calls are asynchronous.
/// </summary>
/// <param name="sessions">Sessions with asynchronous calls. This object owns them.</param>
internal sealed class AsyncWork(SessionPool sessions) : LeasedWork(sessions)
{
    /// <inheritdoc/>
    protected override async Task<T> Begin<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted)
    {
        var session = await Sessions.LeaseAsync(source, aborted);
        try
        {
            return await work(session);
        }
        catch (Exception defect) when (defect is not RefusalException)
        {
            session.Reset();
            throw;
        }
        finally
        {
            Sessions.Return(source, session);
        }
    }
}
