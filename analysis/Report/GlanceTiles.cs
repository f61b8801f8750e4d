using System.Globalization;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the answers of a single series at a glance, as a row of tiles: throughput, latency, space, audit, ceiling and CPU, at
/// its point with the highest throughput. <see cref="ReportPage"/> calls it for each mix, or once without mixes, unless several
/// series have figures: then <see cref="RankingTable"/> stands in its place. It computes no figure.
/// </summary>
internal static class GlanceTiles
{
    /// <summary>The tiles of a series at its best point, one line of this table each.</summary>
    private static readonly (Func<PlotSeries, PointSummary, string> Name,
        Func<PlotSet, PlotSeries, PointSummary, (string Value, string Note)> Tile)[] Tiles =
    [
        ((_, point) => point.Point.Rate is null ? "peak " + LoadWords.Unit(point.Point)
            : $"highest rate, {LoadWords.Unit(point.Point)}", Peak),
        ((_, point) => point.OpenLoop is null ? $"p99 of {(point.Point.Mix is null ? "a batch" : "an operation")}"
            : "p99 of the response", Latency),
        ((series, _) => series.IsInMemory ? "memory a record" : "disk a record", Space),
        ((_, _) => "audit", Audit),
        ((_, _) => "client's ceiling", Ceiling),
        ((_, _) => "CPU of the server", Server),
        ((_, _) => "CPU of the client", Client),
    ];

    /// <summary>Writes the tiles of the first series with figures; nothing without one.</summary>
    public static void Write(MarkupWriter page, PlotSet set, string mix)
    {
        if (set.Series.FirstOrDefault(one => one.Points.Any(Claim.Counts)) is not { } series)
        {
            return;
        }

        var point = series.Points.Where(Claim.Counts).MaxBy(one => one.Throughput!.RecordsPerS)!;
        page.Open("section", ("class", "glance"), ("aria-label", $"{series.Name} at a glance")).Line();
        if (mix.Length > 0)
        {
            page.Element("h3", mix).Line();
        }

        page.Open("dl").Line();
        foreach (var (name, tile) in Tiles)
        {
            var (value, note) = tile(set, series, point);
            page.Open("div").Element("dt", name(series, point)).Element("dd", value).Element("dd", note, ("class", "small"))
                .Close().Line();
        }

        page.Close().Close().Line();
    }

    private static (string Value, string Note) Peak(PlotSet set, PlotSeries series, PointSummary point)
    {
        var throughput = point.Throughput!;
        if (point.Point.Rate is { } rate)
        {
            return (NumberText.Rounded(rate.TotalRecordsPerS(point.Point.Sources.Total)), LoadWords.FallsBehind(point)
                ? "falls behind" : "kept up with");
        }

        string interval = throughput.IntervalRecordsPerS is { } bounds
            ? $"{NumberText.RoundedAs(throughput.RecordsPerS, bounds.Low)} to "
                + $"{NumberText.RoundedAs(throughput.RecordsPerS, bounds.High)}"
            : "no interval";
        return (NumberText.Rounded(throughput.RecordsPerS), $"{interval}, at {SentenceParts.At(set, point)}");
    }

    private static (string Value, string Note) Latency(PlotSet set, PlotSeries series, PointSummary point) =>
        (point.OpenLoop?.Response ?? point.Latency) is { } latency
        ? (LoadWords.Milliseconds(latency.P99Us), LatencyNote(point, latency))
        : ("–", "no latency");

    private static string LatencyNote(PointSummary point, LatencyFigures latency)
    {
        string few = latency.Batches < RuleLimits.BatchesForP99 ? ", too few: nearly the maximum" : string.Empty;
        string number = $"of {SentenceParts.Whole(latency.Batches)} {LoadWords.Pieces(point.Point)}{few}";
        return point.OpenLoop?.Response is not null ? $"{number}; from the arrival"
            : LoadWords.ByKind(point) is { Length: > 0 } kinds ? kinds
            : number;
    }

    private static (string Value, string Note) Space(PlotSet set, PlotSeries series, PointSummary point) => point switch
    {
        { SpaceSlope: { BytesPerRecord: > 0 } slope } => (
            string.Create(CultureInfo.InvariantCulture, $"{slope.BytesPerRecord:0.0} bytes"),
                $"{(series.IsInMemory ? "not on disk; " : string.Empty)}slope over "
                + $"{SentenceParts.Count(slope.Points, "size", "sizes")}"),
        { Space.BytesPerRecord: { Mean: > 0 } space } => (
            string.Create(CultureInfo.InvariantCulture, $"{space.Mean:0.0} bytes"), series.IsInMemory
                ? "not on disk; memory / records" : "disk space / records"),
        _ => ("–", "nothing is stored"),
    };

    private static (string Value, string Note) Audit(PlotSet set, PlotSeries series, PointSummary point)
    {
        var trials = series.Result.Summary.Trials.Where(trial => series.Points.Any(other => other.Point == trial.Point)).ToList();
        int passed = trials.Count(trial => trial.Audit is { Passed: true } && trial.Status != TrialStatus.Invalid);
        bool failed = series.Points.Any(other => other.Audit.Verdict == AuditVerdict.Failed);
        return (failed ? "FAILED" : passed == 0 ? "none" : "passed",
            $"{SentenceParts.Whole(passed)} of {SentenceParts.Count(trials.Count, "trial", "trials")} read back whole");
    }

    private static (string Value, string Note) Ceiling(PlotSet set, PlotSeries series, PointSummary point) =>
        point.Calibration is { Factor: { } factor } calibration
        ? (string.Create(CultureInfo.InvariantCulture, $"{factor:0.0}x"),
            $"{NumberText.Rounded(calibration.CeilingRecordsPerS)} {LoadWords.Unit(point.Point)} without a database")
        : ("–", "not calibrated");

    private static (string Value, string Note) Server(PlotSet set, PlotSeries series, PointSummary point) =>
        point.Resources?.ServerCpuShare is { } share
        ? (NumberText.Percent(share) + " %", Cores(series, point, trial => trial.Server))
        : ("–", series.Target?.Placement == "in-process" ? "works in the client" : "not sampled");

    private static (string Value, string Note) Client(PlotSet set, PlotSeries series, PointSummary point) =>
        point.Resources?.ClientCpuShare is { } share
        ? (NumberText.Percent(share) + " %", Cores(series, point, trial => trial.Client))
        : ("–", "not sampled");

    private static string Cores(PlotSeries series, PointSummary point, Func<TrialResult, ResourceUse?> of)
    {
        int cores = series.CoresOf(point.Measured.Select(of).FirstOrDefault(use => use is not null));
        return $"of {SentenceParts.Count(cores, "core", "cores")}";
    }
}
