using DbIngest.Service.Observing;
using DbIngest.Service.Problems;
using DbIngest.Service.Settings;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Http;

/// <summary>
/// Options, store, admission, metrics and log of a service, which all routes and <see cref="ServiceGuard"/> share.
/// <c>ServiceHost</c> creates it once the table is ready, sets the store before the web server starts, and drains it before it
/// stops the web server. A route must not ask for <see cref="Store"/> after it has stored, because the property throws while the
/// service drains. Thread-safe.
/// </summary>
/// <param name="options">The options of the service.</param>
internal sealed class ServiceState(ServiceOptions options)
{
    private readonly Lock _log = new();
    private volatile ServedStore? _store;
    private volatile bool _isDraining;

    /// <summary>The options of the service.</summary>
    public ServiceOptions Options => options;

    /// <summary>The counts of the service.</summary>
    public ServiceMetrics Metrics { get; } = new();

    /// <summary>Bounds the bytes and rows that the service holds.</summary>
    public Admission Admission { get; } = new(options.QueueBytes, options.QueueRows);

    /// <summary>The store. Null before its table is ready, and once the service is being stopped.</summary>
    public ServedStore? Ready => _isDraining ? null : _store;

    /// <summary>The store for a request.</summary>
    /// <exception cref="RefusalException">The service is being stopped, or has no store now.</exception>
    public ServedStore Store => Ready ?? throw RefusalException.Drained();

    /// <summary>Sets the store for later requests. Null refuses them.</summary>
    public void Serve(ServedStore? store) => _store = store;

    /// <summary>Refuses requests from now on. Requests that hold the store already go on.</summary>
    public void Drain() => _isDraining = true;

    /// <summary>Writes a line to the log, one thread at a time. The line must contain no secret.</summary>
    public void Log(string line)
    {
        lock (_log)
        {
            options.Log(line);
        }
    }
}
