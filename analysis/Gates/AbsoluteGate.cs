using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Gates;

/// <summary>
/// A limit that every point of a sweep must keep. A point fails when the whole interval of its figure lies beyond: chance alone fails one whose true
/// figure is the limit in half of 1 - c of sweeps. Without a bounded interval nothing is surely beyond a limit, so that the point does not fail.
/// </summary>
/// <param name="Database">The database whose points it speaks of; null for all (the null target apart).</param>
/// <param name="Metric">The figure.</param>
/// <param name="Percentile">The percentile of a latency, above 0 and up to 100.</param>
/// <param name="Limit">The least throughput in records/s, or the most of a latency in seconds or of bytes a record.</param>
public sealed record AbsoluteGate(string? Database, GateMetric Metric, double Percentile, double Limit)
{
    private const int MostResampled = 100;

    /// <summary>Judges the points of a sweep.</summary>
    /// <param name="summary">The sweep.</param>
    /// <returns>One finding a point that the gate speaks of; a point without the figure is left out, as it is missing anyway.</returns>
    public IReadOnlyList<GateFinding> Judge(SweepSummary summary) =>
    [
        .. from point in summary.Points
           where Database is null ? point.Point.Database != Targets.Null : point.Point.Database == Database
           let figure = FigureOf(point, summary.Confidence)
           where figure is not null
           select new GateFinding(this, point.Point, figure.Value.Figure, figure.Value.Interval, Fails(figure.Value.Interval)),
    ];

    private bool Fails(Interval? interval) => Metric == GateMetric.Throughput
        ? interval?.High < Limit
        : interval?.Low > Limit;

    private (double Figure, Interval? Interval)? FigureOf(PointSummary point, double confidence) => Metric switch
    {
        GateMetric.Throughput => point.Throughput is { } throughput ? (throughput.RecordsPerS, throughput.IntervalRecordsPerS) : null,
        GateMetric.BytesPerRecord => point.Space is { BytesPerRecord: var bytes } ? (bytes.Mean, StudentT.OfMean(bytes, confidence)) : null,
        _ => LatencyOf(point, confidence),
    };

    /// <summary>
    /// Trials are resampled whole (bootstrap), since the batches of one depend on each other; beyond 100 of them, neighbours together. Percentiles are those
    /// of merged histograms.
    /// </summary>
    private (double Figure, Interval? Interval)? LatencyOf(PointSummary point, double confidence)
    {
        LatencyHistogram[] trials = [.. point.Measured.Select(trial => Decoded(trial.Latency)).OfType<LatencyHistogram>()];
        if (trials.Length == 0)
        {
            return null;
        }

        trials = [.. trials.Chunk((trials.Length + MostResampled - 1) / MostResampled).Select(Merge)];
        double Merged(double[] chosen) => Merge(chosen.Select(index => trials[(int)index])).ValueAtPercentile(Percentile) / 1e9;

        double[] all = [.. Enumerable.Range(0, trials.Length).Select(index => (double)index)];
        return (Merged(all), Bootstrap.Of(all, Merged, confidence));
    }

    private static LatencyHistogram Merge(IEnumerable<LatencyHistogram> trials)
    {
        var merged = new LatencyHistogram();
        foreach (var trial in trials)
        {
            merged.Merge(trial);
        }

        return merged;
    }

    private static LatencyHistogram? Decoded(LatencySummary? latency)
    {
        try
        {
            return latency is null ? null : LatencyHistogram.Decode(latency.Histogram);
        }
        catch (FormatException)
        {
            // Rule 14 reports it.
            return null;
        }
    }
}
