using OpenTelemetry.Metrics;

namespace DbIngest.Telemetry;

/// <summary>
/// Exports metrics while it is open. <c>SweepTelemetry</c> opens one per trial and <c>ServiceTelemetry</c> one for the life of
/// a service, both by <see cref="OtlpExport.OpenMetrics"/>. Disposing it never waits without a limit for a collector.
/// </summary>
public sealed class MetricsExport : IDisposable
{
    private readonly OtlpExport _export;
    private readonly MeterProvider _meters;

    internal MetricsExport(OtlpExport export, MeterProvider meters) => (_export, _meters) = (export, meters);

    /// <summary>
    /// Exports what the instruments show now and closes. It waits until the collector has it: for
    /// <see cref="ExportPace.Patience"/>, for two seconds after an earlier wait that timed out, or for one second after an
    /// interruption.
    /// </summary>
    public void Dispose()
    {
        // The shutdown collects after every periodic collection has ended: no older value arrives after the last one.
        if (!_export.End(_meters.Shutdown, _export.Patience))
        {
            _export.LosePatience();
        }

        _meters.Dispose();
    }
}
