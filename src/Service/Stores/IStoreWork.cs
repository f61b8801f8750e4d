namespace DbIngest.Service.Stores;

/// <summary>
/// Does the work of requests on the store, by one of the thread models of <see cref="Settings.ThreadModel"/>. <c>RecordRoutes</c>
/// and <c>InfluxRoutes</c> call it per request or piece of one, <see cref="LedgerSweep"/> at the start and every hour.
/// Thread-safe. Disposing it refuses new work, waits for work that was accepted, and closes the writers.
/// </summary>
internal interface IStoreWork : IDisposable
{
    /// <summary>
    /// True if any session may take work of any source. False if all work of a source goes to the same session.
    /// </summary>
    bool AreShared { get; }

    /// <summary>Requests whose work has not begun.</summary>
    int Waiting { get; }

    /// <summary>Does the work of a request.</summary>
    /// <typeparam name="T">The result of the work.</typeparam>
    /// <param name="source">The source of the request, from 0.</param>
    /// <param name="work">The work, which may use the session until its task ends.</param>
    /// <param name="aborted">
    /// Cancelled when the client is gone: work that has not begun is skipped. Work that has begun runs to its end.
    /// </param>
    /// <returns>The result of the work. The caller may reuse the buffers of the work only once the task has ended.</returns>
    /// <exception cref="Problems.RefusalException">The work did not begin in time, or the store refuses.</exception>
    Task<T> Run<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted);
}
