using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figures of study 1 (throughput, disk space and kilobytes per record over the plotted axis), and those of response
/// time and latency. <see cref="FigureCatalog"/> and <see cref="MixFigures"/> call it. Figures come from the summary. Only the
/// disk space of all records, and the intervals of disk space, are computed here.
/// </summary>
internal static class LineFigures
{
    /// <summary>Makes the figure of throughput over the axis, each point with its interval if it has one.</summary>
    public static LineChart Throughput(PlotSet set, string name, string title) => Of(
        set,
        name,
        title,
        set.Unit,
        "{0:#,0} " + set.Unit,
        (_, point) => (point.Throughput?.RecordsPerS, point.Throughput?.IntervalRecordsPerS),
        point => [.. point.Runs.Where(run => !run.WarmUp && run.Status == Core.Results.TrialStatus.Complete)
            .Select(run => run.PerS).OfType<double>()]) with
    {
        Caption = Caption(set,
            $"{Counted(set)} / mean time, with the interval of each point. Raw trials are those after the warm-up; one beyond "
            + "the axis stands at its edge."),
    };

    /// <summary>Makes the figure of the 99th percentile of response time over the axis, where records arrive at a rate.</summary>
    public static LineChart Response(PlotSet set) => Of(
        set,
        "response-p99",
        "Response time",
        "p99 in ms",
        "{0:#,0.000} ms",
        (_, point) => (point.OpenLoop?.Response?.P99Us / 1000, null),
        _ => []) with
    {
        Caption = Caption(set,
            "From the arrival to the acknowledgement, waiting included: 99 % took no longer. Of a database that falls behind "
            + "it is a lower bound."),
    };

    /// <summary>Makes the figure of a percentile of service time in ms over the axis.</summary>
    public static LineChart Latency(PlotSet set, string name, string title, Func<PointSummary, double?> milliseconds) => Of(
        set, name, title, "ms", "{0:#,0.000} ms", (_, point) => (milliseconds(point), null), _ => []) with
    {
        Caption = Caption(set, "Service times over all measured trials, retries included, from one merged histogram."),
    };

    /// <summary>Makes the figure of disk space over the axis.</summary>
    public static LineChart DiskSpace(PlotSet set) => Of(
        set,
        "disk-space",
        "Disk space used",
        "MB",
        "{0:#,0.00} MB",
        (series, point) => (Space(point)?.Mean * Stored(point) / 1e6, Bytes(series, point)?.Times(Stored(point) / 1e6)),
        _ => []) with
    {
        Caption = Caption(set, "Data and indexes after settling, less the empty schema. 1 MB is 1,000,000 bytes." + Memory(set)),
    };

    /// <summary>Makes the figure of kilobytes per record over the axis.</summary>
    public static LineChart PerRecord(PlotSet set) => Of(
        set,
        "kb-per-record",
        "Disk space a record",
        "KB a record",
        "{0:0.0000} KB a record",
        (series, point) => (Space(point)?.Mean / 1000, Bytes(series, point)?.Times(1e-3)),
        _ => []) with
    {
        Caption = Caption(set,
            "The quotient of the figure above and the records stored: where it falls with their number, a fixed part is "
            + "spread over more of them." + Memory(set)),
    };

    private static string Memory(PlotSet set)
    {
        string[] names =
            [.. set.Series.Where(series => series.IsInMemory).Select(series => series.Name).Distinct(StringComparer.Ordinal)];
        return names.Length == 0 ? string.Empty : $" Of {SentenceParts.List(names)} it is memory, and not disk.";
    }

    private static SampleStatistics? Space(PointSummary point) => point.Space?.KnownBytesPerRecord;

    /// <summary>
    /// Records that the bytes per record are a share of. A mix inserts and deletes some, and a repeated batch may be kept twice.
    /// </summary>
    private static double Stored(PointSummary point) => point.Space is { BytesPerRecord.Mean: > 0 } space
        && (point.Point.Mix is not null || point.Point.Duplicates is not null)
            ? (space.DataBytes + space.IndexBytes) / space.BytesPerRecord.Mean
            : point.TotalRecords + point.Point.PrefilledRecords;

    private static Interval? Bytes(PlotSeries series, PointSummary point) =>
        Space(point) is null ? null : SpaceInterval.Of(point, series.Result.Summary.Confidence);

    /// <summary>What the throughput counts: <c>Records</c>, <c>Operations</c> or <c>Records or operations</c>.</summary>
    private static string Counted(PlotSet set) =>
        char.ToUpperInvariant(set.Unit[0]) + set.Unit[1..].Replace("/s", string.Empty, StringComparison.Ordinal);

    private static string Caption(PlotSet set, string text) => set.LeftOut.Length == 0 ? text : text + " " + set.LeftOut;

    private static LineChart Of(
        PlotSet set,
        string name,
        string title,
        string unit,
        string format,
        Func<PlotSeries, PointSummary, (double? Value, Interval? Interval)> figure,
        Func<PointSummary, IReadOnlyList<double>> raw)
    {
        return new LineChart
        {
            Name = name,
            Title = title,
            Description = Describe(set, title, unit, (series, point) => figure(series, point).Value),
            XTitle = set.Axis.Title,
            YTitle = unit,
            X = PlotAxis.KindOf(set.Series.SelectMany(series => series.Points).Select(point => set.Axis.Value(point.Point))),
            Series =
            [
                .. set.Series.Select(series => new LineSeries(series.Name, series.Look,
                [
                    .. series.Points.Select(point =>
                    {
                        var (value, interval) = figure(series, point);
                        return new LinePoint(
                            set.Axis.Value(point.Point), value, interval?.Low, interval?.High,
                                PointTip.Of(set, series, point, format, value, interval))
                        {
                            Raw = raw(point),
                            IsInvalid = point.Audit.Verdict == AuditVerdict.Failed,
                        };
                    }),
                ])),
            ],
        };
    }

    private static string Describe(PlotSet set, string title, string unit, Func<PlotSeries, PointSummary, double?> value) =>
        string.Join(" ", set.Series
        .Select(series =>
        {
            double[] values = [.. series.Points.Select(point => value(series, point)).OfType<double>()];
            int missing = series.Points.Count - values.Length;
            string range = values.Length == 0
                ? "no figures"
                : FormattableString.Invariant($"{TickNumber(values.Min())} to {TickNumber(values.Max())} {unit}");
            return $"{series.Name}: {range}" + (missing > 0 ? FormattableString.Invariant($", {missing} missing.") : ".");
        })
        .Prepend(FormattableString.Invariant(
            $"Lines of {title.ToLowerInvariant()} over {set.Axis.Title}, {set.Series.Count} series.")));

    private static string TickNumber(double value) => Drawing.TickText.Of(value);
}
