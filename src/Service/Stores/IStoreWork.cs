namespace DbIngest.Service.Stores;

/// <summary>
/// Does the work of requests on the store, by one of the thread models of <see cref="Settings.ThreadModel"/>. Routes call it.
/// Thread-safe. Disposing it ends the work that waits and closes the writers.
/// </summary>
internal interface IStoreWork : IDisposable
{
    /// <summary>True if each session takes work of every source.</summary>
    bool AreShared { get; }

    /// <summary>Requests whose work has not begun.</summary>
    int Waiting { get; }

    /// <summary>Does the work of a request.</summary>
    /// <typeparam name="T">What it gives.</typeparam>
    /// <param name="source">The source of the request.</param>
    /// <param name="work">The work.</param>
    /// <param name="aborted">Cancelled when the client is gone: work that has not begun is then left out.</param>
    /// <returns>What the work gave. Its buffers may be reused only when the task has ended.</returns>
    /// <exception cref="Problems.RefusalException">The work did not begin in time, or the store refuses.</exception>
    Task<T> Run<T>(int source, Func<StoreSession, ValueTask<T>> work, CancellationToken aborted);
}
