using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DbIngest.Telemetry;

/// <summary>
/// Exports meters and activity sources over OTLP/HTTP (OpenTelemetry protocol 1.x, protobuf) while it is open. <c>run</c> and
/// <c>serve</c> open one for <c>--otlp</c>. The variables <c>OTEL_EXPORTER_OTLP_HEADERS</c>, <c>OTEL_EXPORTER_OTLP_TIMEOUT</c>
/// and <c>OTEL_RESOURCE_ATTRIBUTES</c> hold. A collector that is away costs its data and nothing else.
/// </summary>
public sealed class OtlpExport : IDisposable
{
    /// <summary>Interval of exports of metrics.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    /// <summary>Longest wait for a collector at a flush.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>Longest wait at the end, for metrics and for traces each: an interrupted run ends soon.</summary>
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(1);

    private readonly ExportFaults _faults;
    private readonly MeterProvider _meters;
    private readonly TracerProvider _traces;

    private OtlpExport(ExportFaults faults, MeterProvider meters, TracerProvider traces)
    {
        (_faults, _meters, _traces) = (faults, meters, traces);
    }

    /// <summary>Opens an export.</summary>
    /// <param name="endpoint">The collector, as <c>http://collector:4318</c>: the paths of the signals are appended.</param>
    /// <param name="service">Name of the service in the exported resource, and its version.</param>
    /// <param name="instruments">Names of the meters and activity sources to export.</param>
    /// <param name="histograms">Instruments whose values are exported as exponential histograms.</param>
    /// <param name="say">Receives, at most once, why the collector does not take the data.</param>
    public static OtlpExport Open(
        Uri endpoint, (string Name, string Version) service, IReadOnlyList<string> instruments,
        IReadOnlyList<string> histograms, Action<string> say)
    {
        var faults = new ExportFaults(say);
        void Describe(ResourceBuilder resource) => resource.AddService(service.Name, serviceVersion: service.Version);
        var meters = Sdk.CreateMeterProviderBuilder().ConfigureResource(Describe).AddMeter([.. instruments]);
        foreach (string histogram in histograms)
        {
            meters.AddView(histogram, new Base2ExponentialBucketHistogramConfiguration());
        }

        meters.AddOtlpExporter((options, reader) =>
        {
            Direct(options, endpoint, "v1/metrics");
            reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = (int)Interval.TotalMilliseconds;
        });
        var traces = Sdk.CreateTracerProviderBuilder().ConfigureResource(Describe).AddSource([.. instruments])
            .AddOtlpExporter(options => Direct(options, endpoint, "v1/traces"));
        return new OtlpExport(faults, meters.Build(), traces.Build());
    }

    /// <summary>Exports what the instruments show now, and waits until the collector has it or two seconds are over.</summary>
    public void FlushMetrics() => _meters.ForceFlush((int)Patience.TotalMilliseconds);

    /// <summary>Exports what is left and closes the export: two seconds at most.</summary>
    public void Dispose()
    {
        _meters.Shutdown((int)EndPatience.TotalMilliseconds);
        _traces.Shutdown((int)EndPatience.TotalMilliseconds);
        _meters.Dispose();
        _traces.Dispose();
        _faults.Dispose();
    }

    private static void Direct(OtlpExporterOptions options, Uri endpoint, string path)
    {
        options.Protocol = OtlpExportProtocol.HttpProtobuf;
        options.Endpoint = new Uri(endpoint.AbsoluteUri.TrimEnd('/') + "/" + path);
    }
}
