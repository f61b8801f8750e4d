using DbIngest.Abstractions.Targets;
using DbIngest.Service.Hosting;
using DbIngest.Telemetry;

namespace DbIngest.Runner.Telemetry;

/// <summary>
/// Exports a running service to a collector (<c>serve --otlp</c>): one span per request, and metrics every 10 s and at the end.
/// <c>ServeVerb</c> opens one. The exporter has its own threads and a bounded queue, so requests never wait for the collector.
/// Without a collector the data is lost, and the end of the service waits up to 6 s.
/// </summary>
internal sealed class ServiceTelemetry : IDisposable
{
    private readonly OtlpExport _export;
    private readonly MetricsExport _metrics;

    private ServiceTelemetry(OtlpExport export)
    {
        _export = export;
        _metrics = export.OpenMetrics();
    }

    /// <summary>Opens the export.</summary>
    /// <param name="endpoint">The collector. Null opens nothing and returns null.</param>
    /// <param name="say">Receives, at most once, why the collector does not take the data.</param>
    public static ServiceTelemetry? Open(Uri? endpoint, Action<string> say) => endpoint is null ? null
        : new ServiceTelemetry(OtlpExport.Open(endpoint, ("dbingest-service", BuildStamp.Of(typeof(ServiceTelemetry)).Version),
            ServiceHost.Instruments, ExportPace.OfService,
            why => say($"--otlp: the collector at {endpoint} does not take all that is exported ({why}); the service goes on.")));

    /// <summary>Exports the remaining spans and metrics and closes the export.</summary>
    public void Dispose()
    {
        _metrics.Dispose();
        _export.Dispose();
    }
}
