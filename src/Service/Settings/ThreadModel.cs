namespace DbIngest.Service.Settings;

/// <summary>
/// Which thread does the work of a request on the store (<c>--threads</c>). <c>ServedStore</c> chooses its implementation of
/// <c>IStoreWork</c> by it. Names are option values and stand in results, so they must not change.
/// </summary>
public enum ThreadModel
{
    /// <summary>
    /// Each session with the store has a thread. Requests wait in a queue for such a thread and hold none themselves.
    /// </summary>
    Queue,

    /// <summary>A thread per request, outside the runtime's pool. It waits for a session and for the store.</summary>
    Dedicated,

    /// <summary>Each request holds a thread of the runtime's pool, which waits for a session and for the store.</summary>
    Pool,

    /// <summary>
    /// No thread waits for a session, a write or a read. Only opening a writer and repairing it block a thread of the pool.
    /// </summary>
    Async,
}
