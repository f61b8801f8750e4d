namespace DbIngest.Service.Settings;

/// <summary>Which thread does the work of a request on the store (<c>--threads</c>).</summary>
public enum ThreadModel
{
    /// <summary>
    /// Each connection has a thread. Requests wait for one in a queue, without holding a thread themselves.
    /// </summary>
    Queue,

    /// <summary>Each request holds a thread, which waits for a connection and for the store: a thread per request.</summary>
    Dedicated,

    /// <summary>Each request holds a thread of the runtime's pool, which waits for a connection and for the store.</summary>
    Pool,

    /// <summary>No thread waits: connections and the store are awaited to the end.</summary>
    Async,
}
