using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Trials;
using DbIngest.Telemetry;

namespace DbIngest.Runner.Telemetry;

/// <summary>
/// Exports a running sweep to a collector (<c>--otlp</c>): a trace with a span for each trial and each of its phases, and metrics
/// of the running trial each second. <c>RunVerb</c> opens one per run. <c>SweepExecution</c> registers it as observer. Its timer
/// reads the lanes' counters and histograms once per second. The sweep waits for the collector only between trials: up to 10 s,
/// up to 2 s after a wait without success, and 1 s in all once the run is interrupted.
/// </summary>
internal sealed class SweepTelemetry : ISweepObserver, IDisposable
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(1);

    private readonly OtlpExport _export;
    private readonly ActivitySource _source = new(TrialInstruments.Name);
    private readonly Timer _timer;
    private readonly Lock _lock = new();
    private KeyValuePair<string, object?>[] _sweepTags = [];
    private Activity? _sweep;
    private Activity? _trial;
    private Activity? _phase;
    private TrialInstruments? _instruments;
    private MetricsExport? _metrics;
    private IIngestRun? _run;
    private long _started;

    private SweepTelemetry(OtlpExport export)
    {
        _export = export;
        _timer = new Timer(_ => Tick(), null, Period, Period);
    }

    /// <summary>Opens the export. Called before databases and workloads are opened, because it checks the option.</summary>
    /// <param name="given">The value of the option. Null opens nothing and returns null.</param>
    /// <param name="environment">Reads an environment variable.</param>
    /// <param name="say">Receives, at most once, why the collector does not take the data.</param>
    /// <param name="interruption">Shortens each wait for the collector: an interrupted run ends soon.</param>
    /// <exception cref="UsageException">The value is no address of a collector, or the headers are malformed.</exception>
    public static SweepTelemetry? Open(string? given, Func<string, string?> environment, Action<string> say,
        CancellationToken interruption)
    {
        if (given is null)
        {
            return null;
        }

        var endpoint = OtlpAddress.Of(given);
        OtlpHeaders.Check(environment);
        string version = BuildStamp.Of(typeof(SweepTelemetry)).Version;
        return new SweepTelemetry(OtlpExport.Open(endpoint, ("dbingest", version), [TrialInstruments.Name], ExportPace.OfTrial,
            why => say($"--otlp: the collector at {endpoint} does not take all that is exported ({why}); the sweep goes on."),
            interruption));
    }

    /// <summary>Begins the span of the sweep. Call it once per start of a sweep, before the first event.</summary>
    public void Follow(Manifest manifest)
    {
        _sweepTags =
        [
            new("dbingest.sweep", manifest.Name), new("dbingest.workload", manifest.Configuration.Workload),
            new("dbingest.seed", manifest.Configuration.Seed.ToString(System.Globalization.CultureInfo.InvariantCulture)),
        ];
        _sweep = Begin("sweep", parent: null, _sweepTags);
    }

    /// <inheritdoc/>
    public void SweepStarted(int trials, int done)
    {
        _sweep?.SetTag("dbingest.trials", trials);
        _sweep?.SetTag("dbingest.trials_done", done);
    }

    /// <inheritdoc/>
    public void Calibrated(CalibrationResult calibration) => _sweep?.AddEvent(new ActivityEvent("ceiling", tags: new()
    {
        { calibration.OperationsPerS is null ? "dbingest.records_per_s" : "dbingest.operations_per_s", calibration.PerS },
        { "dbingest.axes", calibration.Key.ToString() },
    }));

    /// <inheritdoc/>
    public void TrialStarted(ScheduledTrial trial)
    {
        _trial = Begin("trial", _sweep, TrialInstruments.AttributesOf(trial));
        lock (_lock)
        {
            _instruments = new TrialInstruments(trial, _sweepTags);
            _metrics = _export.OpenMetrics(TrialInstruments.LatencyName);
        }
    }

    /// <inheritdoc/>
    public void PhaseStarted(ScheduledTrial trial, TrialPhase phase, Func<long> acknowledged)
    {
        lock (_lock)
        {
            // The timer must not read a run whose phase has ended. The result has the final histogram.
            _run = null;
        }

        _phase?.Dispose();
        _phase = Begin(phase.ToString().ToLowerInvariant(), _trial, []);
    }

    /// <inheritdoc/>
    public void IngestStarted(ScheduledTrial trial, IIngestRun run)
    {
        lock (_lock)
        {
            (_run, _started) = (run, Stopwatch.GetTimestamp());
        }
    }

    /// <inheritdoc/>
    public void TrialFinished(ScheduledTrial trial, TrialResult result)
    {
        lock (_lock)
        {
            // A trial that failed while it ingested had no later phase, and its run is disposed.
            _run = null;
        }

        _phase?.Dispose();
        if (_trial is { } span)
        {
            span.SetTag("dbingest.status", result.Status.ToString().ToLowerInvariant());
            span.SetTag("dbingest.acknowledged", result.Acknowledged);
            span.SetTag("dbingest.retries", result.Retries);
            span.SetTag("dbingest.elapsed_s", result.ElapsedS);
            span.SetTag("dbingest.settle_s", result.SettleS);
            bool isComplete = result.Status == TrialStatus.Complete;
            span.SetStatus(isComplete ? ActivityStatusCode.Ok : ActivityStatusCode.Error, result.Error);
            span.Dispose();
        }

        (_phase, _trial) = (null, null);
        if (_instruments is { } instruments)
        {
            var latency = (result.OpenLoop?.Response ?? result.Latency)?.Histogram;
            instruments.Show(result, latency is null ? null : LatencyHistogram.Decode(latency));
            EndInstruments();
        }
    }

    /// <inheritdoc/>
    public void Note(string message) => _sweep?.AddEvent(new ActivityEvent("note", tags: new() { { "message", message } }));

    /// <summary>Ends the spans of an interrupted trial and of the sweep, and exports the rest.</summary>
    public void Dispose()
    {
        _timer.Dispose();
        EndInstruments();
        if (_trial is { } interrupted)
        {
            interrupted.SetStatus(ActivityStatusCode.Error, "The trial was abandoned.");
        }

        _phase?.Dispose();
        _trial?.Dispose();
        _sweep?.Dispose();
        _export.Dispose();
        _source.Dispose();
    }

    /// <summary>
    /// Starts a span without making it the current span of its thread. Otherwise HTTP clients would send it to the database,
    /// within the timed path.
    /// </summary>
    private Activity? Begin(string name, Activity? parent, IEnumerable<KeyValuePair<string, object?>> tags)
    {
        var span = _source.StartActivity(name, ActivityKind.Internal, parent?.Context ?? default, tags);
        Activity.Current = null;
        return span;
    }

    private void EndInstruments()
    {
        MetricsExport? metrics;
        TrialInstruments? instruments;
        lock (_lock)
        {
            (metrics, instruments) = (_metrics, _instruments);
            (_run, _metrics, _instruments) = (null, null, null);
        }

        // The export collects the last values, so it must end before the instruments.
        metrics?.Dispose();
        instruments?.Dispose();
    }

    private void Tick()
    {
        lock (_lock)
        {
            if (_run is { } run && _instruments is { } instruments)
            {
                instruments.Show(Stopwatch.GetElapsedTime(_started).TotalSeconds, run.Snapshot());
            }
        }
    }
}
