using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Gates;

/// <summary>
/// An absolute limit that every point of a sweep must keep (<c>run --fail-below</c>, <c>--fail-above</c>). A point fails when the
/// whole interval of its figure lies beyond the limit: if the true figure equals the limit, chance fails the point in 2.5 % of
/// sweeps at a confidence of 95 % (half of 1 - confidence). A point without a bounded interval does not fail. A search of which
/// no rate holds fails if its lowest rate is no higher than the limit.
/// </summary>
/// <param name="Database">Database whose points are judged; null for all but the null target.</param>
/// <param name="Percentile">Percentile of a latency, above 0 and up to 100.</param>
/// <param name="Limit">Least throughput in records/s, most latency in seconds, or most bytes per record.</param>
/// <param name="Metric">Figure to judge.</param>
/// <remarks>
/// <c>GateReader</c> creates gates from options, and <c>RunGates</c> judges them after the sweep, for the exit code of
/// <c>run</c>. A gate never changes a figure or a verdict of a rule.
/// </remarks>
public sealed record AbsoluteGate(string? Database, GateMetric Metric, double Percentile, double Limit)
{
    /// <summary>Most histograms that the bootstrap resamples. Neighbours are merged beyond that.</summary>
    private const int MostResampled = 100;

    /// <summary>Most batches of a trial whose histogram is read: resampled trials then fit in a counter of 64 bits.</summary>
    private const long MostBatches = 1L << 40;

    /// <summary>Judges the points of a sweep.</summary>
    /// <returns>
    /// One finding per point with measured trials, also where they lack the figure: a gate must not pass in silence. A search
    /// has one throughput, its sustainable rate, and has a finding also when it found none.
    /// </returns>
    public IReadOnlyList<GateFinding> Judge(SweepSummary summary) => Metric == GateMetric.Throughput && summary.Searches.Count > 0
        ? [.. summary.Searches.Where(search => IsJudged(search.Point)).Select(FindingOf)]
        :
    [
        .. from point in summary.Points
           where IsJudged(point.Point)
           let figure = FigureOf(point, summary.Confidence)
           where figure is not null || point.Measured.Count > 0
           select FindingAt(point, figure),
    ];

    /// <summary>The limit in words, without a point: <c>bytes a record above 140</c>.</summary>
    public string Words => (Database is null ? string.Empty : $"{Database}: ") + Metric switch
    {
        GateMetric.Throughput => FormattableString.Invariant($"throughput below {Limit:#,0} records/s"),
        GateMetric.BytesPerRecord => FormattableString.Invariant($"bytes a record above {Limit:#,0.###}"),
        _ => FormattableString.Invariant($"p{Percentile} above {Limit * 1000:#,0.###} ms"),
    };

    /// <summary>Judges the figure of a point. Null if its trials lack the figure.</summary>
    private GateFinding FindingAt(PointSummary point, (double Figure, Interval? Interval)? figure) =>
        new(this, point.Point, figure?.Figure ?? double.NaN, figure?.Interval, Fails(figure?.Interval))
        {
            IsOfBlocks = point.Trials.Blocks > 1,
            IsResponse = Metric == GateMetric.Latency && IsOpenLoop(point),
        };

    /// <summary>A search that ended at a bound of the searched rates is judged where that bound decides.</summary>
    private GateFinding FindingOf(SearchFigures search) => search switch
    {
        { RecordsPerS: { } rate } =>
            new GateFinding(this, search.Point, rate, search.IntervalRecordsPerS, Fails(search.IntervalRecordsPerS)),
        { End: SearchEnd.NoRateHolds, LowestRecordsPerS: var lowest } =>
            new GateFinding(this, search.Point, lowest, null, Fails: lowest <= Limit) { End = search.End },
        _ => new GateFinding(this, search.Point, search.HighestRecordsPerS, null, Fails: false) { End = search.End },
    };

    private bool IsJudged(Point point) =>
        Database is null ? point.Database != ManifestTargets.Null : point.Database == Database;

    private bool Fails(Interval? interval) => Metric == GateMetric.Throughput
        ? interval?.High < Limit
        : interval?.Low > Limit;

    private static bool IsOpenLoop(PointSummary point) =>
        point.Measured.Count > 0 && point.Measured.All(trial => trial.OpenLoop is not null);

    private (double Figure, Interval? Interval)? FigureOf(PointSummary point, double confidence) => Metric switch
    {
        GateMetric.Throughput => point.Throughput is { } throughput ? (throughput.RecordsPerS, throughput.IntervalRecordsPerS)
            : null,
        // A server that does not tell its space counts as 0 bytes, as tables and reports know too.
        GateMetric.BytesPerRecord => point.Space is { BytesPerRecord: { Mean: > 0 } bytes }
            ? (bytes.Mean, SpaceInterval.Of(point, confidence)) : null,
        _ => LatencyOf(point, confidence),
    };

    /// <summary>
    /// Resamples whole trials (bootstrap), because the batches of a trial depend on each other, or whole blocks where there are
    /// several, because their trials do; beyond 100, neighbours together. Percentiles come from merged histograms. Records that
    /// arrive at a rate are judged by response times: a stall delays all batches that arrive in it, but lengthens the service
    /// times only of those in flight.
    /// </summary>
    private (double Figure, Interval? Interval)? LatencyOf(PointSummary point, double confidence)
    {
        bool isOpenLoop = IsOpenLoop(point);
        var read = point.Measured
            .Select(trial => (Trial: trial, Histogram: Decoded(isOpenLoop ? trial.OpenLoop!.Response : trial.Latency)))
            .Where(trial => trial.Histogram is { Count: <= MostBatches }).ToList();
        if (read.Count == 0)
        {
            return null;
        }

        LatencyHistogram[] trials = [.. read.Select(trial => trial.Histogram!)];
        var blocks = BlockMeans.Groups(read.ConvertAll(trial => trial.Trial), trials);
        LatencyHistogram[] parts = blocks.Length < 2 ? trials : [.. blocks.Select(LatencyHistogram.Merged)];
        LatencyHistogram[] repeated =
            [.. parts.Chunk((parts.Length + MostResampled - 1) / MostResampled).Select(LatencyHistogram.Merged)];

        // One for all resamples: a histogram takes 138 kB, and there are 5,000 of them.
        var merged = new LatencyHistogram();
        double Merged(double[] chosen)
        {
            merged.Reset();
            foreach (double index in chosen)
            {
                merged.Merge(repeated[(int)index]);
            }

            return merged.ValueAtPercentile(Percentile) / 1e9;
        }

        double[] all = [.. Enumerable.Range(0, repeated.Length).Select(index => (double)index)];
        return (Merged(all), Bootstrap.Of(all, Merged, confidence));
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
