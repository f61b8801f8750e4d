using DbIngest.Service.Observing;
using DbIngest.Service.Problems;
using DbIngest.Service.Settings;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Http;

/// <summary>What all routes share. The host of the service creates it.</summary>
/// <param name="options">The options of the service.</param>
internal sealed class ServiceState(ServiceOptions options)
{
    private readonly Lock _log = new();
    private volatile ServedStore? _store;
    private volatile bool _isDraining;

    /// <summary>The options of the service.</summary>
    public ServiceOptions Options => options;

    /// <summary>What the service counts.</summary>
    public ServiceMetrics Metrics { get; } = new();

    /// <summary>Bounds what waits.</summary>
    public Admission Admission { get; } = new(options.QueueBytes, options.QueueRows);

    /// <summary>The store, when its table is ready.</summary>
    public ServedStore? Ready => _isDraining ? null : _store;

    /// <summary>The store for a request.</summary>
    /// <exception cref="RefusalException">The service is being stopped, or has no store now.</exception>
    public ServedStore Store => Ready ?? throw RefusalException.Drained();

    /// <summary>Takes requests for a store, or none.</summary>
    public void Serve(ServedStore? store) => _store = store;

    /// <summary>Takes no more requests. Those that have begun go on.</summary>
    public void Drain() => _isDraining = true;

    /// <summary>Writes a line to the log.</summary>
    public void Log(string line)
    {
        lock (_log)
        {
            options.Log(line);
        }
    }
}
