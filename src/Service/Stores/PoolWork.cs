namespace DbIngest.Service.Stores;

/// <summary>
/// The thread model <c>pool</c>: a thread of the runtime's pool waits for the session and for the store.
/// <see cref="ServedStore"/> creates it. Many requests at once starve the pool, because the pool grows slowly. The model exists
/// to show this effect, so do not mend it.
/// </summary>
/// <param name="sessions">The sessions, which this object owns.</param>
internal sealed class PoolWork(SessionPool sessions) : LeasedWork(sessions)
{
    /// <inheritdoc/>
    protected override Task<T> Begin<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted) =>
        Task.Run(() => Block(source, work, aborted), aborted);
}
