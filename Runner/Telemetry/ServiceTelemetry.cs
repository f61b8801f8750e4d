using DbIngest.Abstractions.Targets;
using DbIngest.Service.Hosting;
using DbIngest.Telemetry;

namespace DbIngest.Runner.Telemetry;

/// <summary>
/// Exports a running service to a collector (<c>serve --otlp</c>): a span a request, and metrics every ten seconds and at the
/// end. <c>ServeVerb</c> opens one. The exporter has threads and a bounded queue: a collector that is away costs its data alone,
/// and at the end three seconds at most.
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
    /// <param name="endpoint">The collector. Null opens nothing.</param>
    /// <param name="say">Receives, at most once, why the collector does not take the data.</param>
    public static ServiceTelemetry? Open(Uri? endpoint, Action<string> say) => endpoint is null ? null
        : new ServiceTelemetry(OtlpExport.Open(endpoint, ("dbingest-service", BuildStamp.Of(typeof(ServiceTelemetry)).Version),
            ServiceHost.Instruments, ExportPace.OfService,
            why => say($"--otlp: the collector at {endpoint} does not take all that is exported ({why}); the service goes on.")));

    /// <summary>Exports what is left and closes the export.</summary>
    public void Dispose()
    {
        _metrics.Dispose();
        _export.Dispose();
    }
}
