using System.Diagnostics.Metrics;
using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Telemetry;

/// <summary>
/// The metrics of one trial. <see cref="SweepTelemetry"/> makes one per trial, shows it a snapshot each second and the result at
/// the end, and disposes it. Each trial has its own <see cref="DbIngest.Telemetry.MetricsExport"/>, so that a long sweep does not
/// go on exporting the series of finished trials. Names and units of the instruments are published and must not be renamed. Units
/// are those of what the trial does: records and batches, or operations of a mix.
/// </summary>
internal sealed class TrialInstruments : IDisposable
{
    /// <summary>Name of the meter and of the activity source.</summary>
    public const string Name = "DbIngest";

    /// <summary>The instrument of latency.</summary>
    public const string LatencyName = "dbingest.latency";

    private readonly Meter _meter;
    private readonly Histogram<double> _latency;
    private readonly KeyValuePair<string, object?>[] _tags;
    private readonly LatencyHistogram _recorded = new();
    private readonly Lock _lock = new();
    private IngestSnapshot _now = new();
    private double _atS;
    private double _rate;

    /// <param name="trial">The trial, whose point and number are attributes of every value.</param>
    /// <param name="sweep">Attributes of the sweep.</param>
    public TrialInstruments(ScheduledTrial trial, IEnumerable<KeyValuePair<string, object?>> sweep)
    {
        _tags = [.. sweep, .. AttributesOf(trial)];
        _meter = new Meter(new MeterOptions(Name));

        // A lane sends a batch, or one operation of a mix.
        bool isMix = trial.Point.Mix is not null;
        string piece = isMix ? "{operation}" : "{record}";
        _meter.CreateObservableCounter<long>("dbingest.acknowledged", () => Read(now => now.AcknowledgedRecords), piece,
            "Records, or operations of a mix, that the database has acknowledged.");
        _meter.CreateObservableGauge<double>("dbingest.rate", () => Read(_ => _rate), piece + "/s",
            "Acknowledged over the last second.");
        _meter.CreateObservableCounter<long>("dbingest.retries", () => Read(now => now.Retries), "{attempt}",
            isMix ? "Attempts at an operation beyond the first." : "Attempts at a batch beyond the first.");
        if (trial.Point.Rate is not null)
        {
            _meter.CreateObservableGauge<long>("dbingest.backlog", () => Read(now => now.BacklogBatches ?? 0),
                isMix ? piece : "{batch}",
                $"{(isMix ? "Operations" : "Batches")} that have arrived and that no lane has taken.");
        }

        _latency = _meter.CreateHistogram<double>(LatencyName, "s",
            "Time to an acknowledgement: from the arrival in an open loop, from sending in a closed one.");
    }

    /// <summary>Returns the attributes that identify a trial and its point, for spans and metrics.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> AttributesOf(ScheduledTrial trial) =>
    [
        new("dbingest.database", trial.Point.Database), new("dbingest.point", trial.Point.Key),
        new("dbingest.trial", trial.Trial), new("dbingest.warmup", trial.WarmUp),
    ];

    /// <summary>Updates the metrics of the running trial. Called once per second by one thread at a time.</summary>
    /// <param name="atS">Seconds since its common start.</param>
    /// <param name="now">The state.</param>
    public void Show(double atS, IngestSnapshot now)
    {
        lock (_lock)
        {
            if (atS > _atS)
            {
                _rate = Math.Max(0, now.AcknowledgedRecords - _now.AcknowledgedRecords) / (atS - _atS);
            }

            (_now, _atS) = (now, atS);
        }

        if (now.Latency is { } latency)
        {
            Record(latency);
        }
    }

    /// <summary>Updates the metrics to the result: exact counts, and the whole histogram. Null if the trial has none.</summary>
    public void Show(TrialResult result, LatencyHistogram? latency)
    {
        lock (_lock)
        {
            _now = _now with
            {
                AcknowledgedRecords = result.Acknowledged,
                Retries = result.Retries,
                BacklogBatches = 0,
            };
            _rate = 0;
        }

        if (latency is not null)
        {
            Record(latency);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();

    /// <summary>Records the values that came since the last call, each as the middle of its bucket in seconds.</summary>
    private void Record(LatencyHistogram latency)
    {
        foreach (var (nanoseconds, count) in latency.TakeNewerThan(_recorded))
        {
            for (long i = 0; i < count; i++)
            {
                _latency.Record(nanoseconds / 1e9, _tags);
            }
        }
    }

    private Measurement<T> Read<T>(Func<IngestSnapshot, T> value)
        where T : struct
    {
        lock (_lock)
        {
            return new Measurement<T>(value(_now), _tags);
        }
    }
}
