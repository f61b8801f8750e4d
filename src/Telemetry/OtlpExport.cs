using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace DbIngest.Telemetry;

/// <summary>
/// Exports activity sources and meters over OTLP/HTTP (OpenTelemetry protocol 1.x, protobuf) while it is open.
/// <c>SweepTelemetry</c> opens one per run with <c>--otlp</c>, and within it a <see cref="MetricsExport"/> per trial.
/// <c>ServiceTelemetry</c> opens one for <c>serve</c>, with one <see cref="MetricsExport"/>. The variables
/// <c>OTEL_EXPORTER_OTLP_HEADERS</c>, <c>OTEL_EXPORTER_OTLP_TIMEOUT</c> and <c>OTEL_RESOURCE_ATTRIBUTES</c> apply. Data that
/// a collector does not take are lost, and the export never fails for it.
/// </summary>
public sealed class OtlpExport : IDisposable
{
    /// <summary>Longest wait for a collector for which an earlier wait was in vain.</summary>
    private static readonly TimeSpan LaterPatience = TimeSpan.FromSeconds(2);

    /// <summary>Longest wait for traces at the end, as long as the collector has taken all: a busy machine needs it.</summary>
    private static readonly TimeSpan EndPatience = TimeSpan.FromSeconds(5);

    /// <summary>Longest wait for traces at the end of an export after a wait for its collector was in vain.</summary>
    private static readonly TimeSpan LateEndPatience = TimeSpan.FromSeconds(1);

    private readonly CancellationToken _interruption;
    private readonly Uri _endpoint;
    private readonly Action<ResourceBuilder> _resource;
    private readonly string[] _instruments;
    private readonly ExportPace _pace;
    private readonly ExportFaults _faults;
    private readonly TracerProvider _traces;
    private bool _isImpatient;

    /// <summary>Time left to wait after an interruption, for the ends of metrics and traces together.</summary>
    private TimeSpan _lastPatience = TimeSpan.FromSeconds(1);

    private OtlpExport(Uri endpoint, Action<ResourceBuilder> resource, string[] instruments, ExportPace pace, Action<string> say,
        CancellationToken interruption)
    {
        _interruption = interruption;
        (_endpoint, _resource, _instruments, _pace, Patience) = (endpoint, resource, instruments, pace, pace.Patience);
        _faults = new ExportFaults(say);
        _traces = Sdk.CreateTracerProviderBuilder().ConfigureResource(resource).AddSource(instruments)
            .AddOtlpExporter(options => Direct(options, "v1/traces")).Build();
    }

    /// <summary>Longest wait for the collector when metrics end.</summary>
    internal TimeSpan Patience { get; private set; }

    /// <summary>Opens an export. Traces are exported from here on, metrics within <see cref="OpenMetrics"/>.</summary>
    /// <param name="endpoint">The collector, as <c>http://collector:4318</c>: the paths of the signals are appended.</param>
    /// <param name="service">Name of the service in the exported resource, and its version.</param>
    /// <param name="instruments">Names of the meters and activity sources to export.</param>
    /// <param name="pace">How often metrics are exported, and how long their end may take.</param>
    /// <param name="say">Receives, at most once, why the collector does not take the data.</param>
    /// <param name="interruption">Leaves the collector one second in all, also if a wait has begun already.</param>
    public static OtlpExport Open(Uri endpoint, (string Name, string Version) service, IEnumerable<string> instruments,
        ExportPace pace, Action<string> say, CancellationToken interruption = default) =>
        new(endpoint, resource => resource.AddService(service.Name, serviceVersion: service.Version), [.. instruments], pace,
            say, interruption);

    /// <summary>
    /// Exports the meters until it is closed. A metrics provider has room for a thousand streams over its whole life and still
    /// counts those of a meter that has ended, so each trial needs a separate one.
    /// </summary>
    /// <param name="histograms">Instruments whose values are exported as exponential histograms.</param>
    public MetricsExport OpenMetrics(params IEnumerable<string> histograms)
    {
        var meters = Sdk.CreateMeterProviderBuilder().ConfigureResource(_resource).AddMeter(_instruments);
        foreach (string histogram in histograms)
        {
            meters.AddView(histogram, new Base2ExponentialBucketHistogramConfiguration());
        }

        meters.AddOtlpExporter((options, reader) =>
        {
            Direct(options, "v1/metrics");
            reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = (int)_pace.Interval.TotalMilliseconds;
        });
        return new MetricsExport(this, meters.Build());
    }

    /// <summary>
    /// Exports the spans that are left and closes the export: five seconds at most, or one after a vain wait or an interruption.
    /// </summary>
    public void Dispose()
    {
        End(_traces.Shutdown, _isImpatient ? LateEndPatience : EndPatience);
        _traces.Dispose();
        _faults.Dispose();
    }

    /// <summary>Shortens later waits, after a wait for the collector was in vain.</summary>
    internal void LosePatience() => (Patience, _isImpatient) = (LaterPatience, true);

    /// <summary>
    /// Waits for the shutdown of a provider. After an interruption it still waits for a short time, because a collector that
    /// listens takes the last values within milliseconds. The shutdown itself cannot be cancelled, and goes on without its
    /// caller.
    /// </summary>
    /// <param name="shutdown">The shutdown, given its limit in milliseconds.</param>
    /// <param name="patience">Its limit without an interruption.</param>
    /// <returns>True if the collector has taken everything.</returns>
    internal bool End(Func<int, bool> shutdown, TimeSpan patience)
    {
        var ending = Task.Run(() => shutdown((int)patience.TotalMilliseconds), CancellationToken.None);
        try
        {
            ending.Wait(_interruption);
        }
        catch (OperationCanceledException)
        {
            long since = Stopwatch.GetTimestamp();
            ending.Wait(_lastPatience, CancellationToken.None);
            var left = _lastPatience - Stopwatch.GetElapsedTime(since);
            _lastPatience = left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }

        return ending is { IsCompleted: true, Result: true };
    }

    private void Direct(OtlpExporterOptions options, string path)
    {
        options.Protocol = OtlpExportProtocol.HttpProtobuf;
        options.Endpoint = new Uri(_endpoint.AbsoluteUri.TrimEnd('/') + "/" + path);
    }
}
