using System.Globalization;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the ranking of a report's series into a page, one row each, the best first. Series without figures that count follow
/// below, as missing or invalid. <see cref="ReportPage"/> calls it for two or more series with figures. It ranks by
/// <see cref="RankedSeries"/> and makes no claim itself.
/// </summary>
internal static class RankingTable
{
    /// <summary>Width of a bar in pixels.</summary>
    private const double Width = 240;

    private const double Height = 18;

    /// <summary>A bar's interval is cut at this ratio of the largest figure; an arrow marks the cut.</summary>
    private const double Reach = 1.3;

    /// <summary>Writes the table.</summary>
    /// <param name="page">The page.</param>
    /// <param name="set">Series of one mix.</param>
    /// <param name="rows">The series ranked; two or more.</param>
    /// <param name="isCommon">True when all are ranked at one common point.</param>
    /// <param name="mix">Name of the mix; empty where all share one.</param>
    public static void Write(MarkupWriter page, PlotSet set, IReadOnlyList<RankedSeries> rows, bool isCommon, string mix)
    {
        bool isPaired = rows.Any(row => row.Series.Result.Manifest.Configuration.PairAxis is not null);
        var columns = Columns(set, isCommon ? rows[0] : null, isPaired)
            .Where(column => rows.Any(row => column.Value(row).Length > 0)).ToList();
        string title = (isCommon ? $"Ranked at {SentenceParts.At(set, rows[0].Point)}"
            : "No point is common to all: each at its largest") + (mix.Length > 0 ? $", {mix}" : string.Empty);
        double most = rows.Max(row => Value(set, row.Point)) * Reach;
        page.Open("section", ("class", "rank"), ("aria-label", title)).Element("h2", title).Line();
        page.Open("div", ("class", "scroll"), ("role", "region"), ("aria-label", "Ranking"), ("tabindex", 0)).Open("table")
            .Line();
        page.Open("thead").Open("tr").Element("th", "database", ("scope", "col")).Element("th", Measure(set), ("scope", "col"));
        foreach (var (head, _) in columns)
        {
            page.Element("th", head, ("scope", "col"));
        }

        page.Close().Close().Line().Open("tbody").Line();
        foreach (var row in rows)
        {
            page.Open("tr").Element("th", row.Series.Name, ("scope", "row"));
            page.Open("td", ("class", "bar-cell"), ("data-head", Measure(set)));
            WriteBar(page, set, row, most);
            page.Close();
            foreach (var (head, value) in columns)
            {
                page.Element("td", HtmlTable.Polish(value(row)), ("data-head", head));
            }

            page.Close().Line();
        }

        foreach (var left in set.Series.Where(series => !series.Points.Any(Claim.Counts)))
        {
            bool isInvalid = left.Points.Any(point => point.Audit.Verdict == AuditVerdict.Failed);
            page.Open("tr").Element("th", left.Name, ("scope", "row"))
                .Element("td", isInvalid ? "INVALID: a trial failed its audit"
                    : "missing: no trial counts", ("colspan", columns.Count + 1)).Close().Line();
        }

        page.Close().Close().Close().Line();
        page.Element("p", Note(set, rows, isPaired), ("class", "small")).Close().Line();
    }

    private static string Measure(PlotSet set) => set.IsPaced ? "p99 of the response" : set.Unit;

    private static double Value(PlotSet set, PointSummary point) =>
        (set.IsPaced ? point.OpenLoop?.Response?.P99Us : point.Throughput?.RecordsPerS) ?? 0;

    private static IEnumerable<(string Head, Func<RankedSeries, string> Value)> Columns(PlotSet set, RankedSeries? first,
        bool isPaired)
    {
        if (set.IsPaced)
        {
            yield return ("p99 of the response", row => row.Point.OpenLoop?.Response is { } times
                ? LoadWords.Milliseconds(times.P99Us) : "–");
            yield return ("keeps up", row => LoadWords.FallsBehind(row.Point) ? "falls behind" : "yes");
        }
        else
        {
            yield return ($"with its interval", Rate);
        }

        if (!set.IsPaced && !isPaired)
        {
            yield return ("against the best", row => row.Claim is null ? string.Empty : AgainstBest(row.Claim));
            yield return ("verdict", row => row == first ? First(row) : Verdict(row));
        }

        if (!set.IsPaced)
        {
            yield return ($"p99 of {(set.Unit == "records/s" ? "a batch" : "an operation")}", Latency);
        }

        yield return ("bytes a record", Space);
        yield return ($"CPU µs {(set.Unit == "records/s" ? "a record" : "an operation")}, client + server", Cpu);
        yield return ("broken rules", Broken);
    }

    private static string Rate(RankedSeries row)
    {
        var throughput = row.Point.Throughput!;
        return throughput.IntervalRecordsPerS is { } bounds
            ? $"{NumberText.Borne(throughput.RecordsPerS, bounds.Low, bounds.High)} "
                + $"[{NumberText.Borne(bounds.Low, throughput.RecordsPerS, bounds.Low, bounds.High)}, "
                + $"{NumberText.Borne(bounds.High, throughput.RecordsPerS, bounds.Low, bounds.High)}]"
            : NumberText.Borne(throughput.RecordsPerS, null, null);
    }

    private static string AgainstBest(Claim claim) => claim.Interval is { Low: > 0 } bounds
        ? $"{NumberText.Ratio(1 / claim.Ratio)}x [{NumberText.Ratio(1 / bounds.High)}, {NumberText.Ratio(1 / bounds.Low)}]"
        : string.Empty;

    private static string First(RankedSeries row) => row.Point.BearsClaims ? "the best figure" : "no claim";

    private static string Verdict(RankedSeries row) => row.Claim switch
    {
        null or { Interval: null } => "no claim",
        { IsEquivalent: true } => "equivalent",
        { IsFaster: true } => "slower",
        { IsSlower: true } => "faster",
        _ => "not told apart",
    };

    private static string Latency(RankedSeries row) => row.Point.Latency is { } latency
        ? LoadWords.Milliseconds(latency.P99Us)
            + (latency.Batches < RuleLimits.BatchesForP99 ? $" (of {SentenceParts.Whole(latency.Batches)})" : string.Empty)
        : "–";

    private static string Space(RankedSeries row) =>
        row.Point.BytesPerRecord is > 0 and { } bytes
        ? string.Create(CultureInfo.InvariantCulture, $"{bytes:0}{(row.Series.IsInMemory ? " of memory" : string.Empty)}")
        : "–";

    private static string Cpu(RankedSeries row) => row.Point.Resources switch
    {
        { ClientCpuUsPerRecord: { } client, ServerCpuUsPerRecord: { } server } =>
            $"{NumberText.Short(client)} + {NumberText.Short(server)}",
        { ClientCpuUsPerRecord: { } client } =>
            $"{NumberText.Short(client)}{(row.Series.Target?.Placement == "in-process" ? ", no server" : " + unknown")}",
        _ => "–",
    };

    private static string Broken(RankedSeries row)
    {
        string[] labels = [.. row.Point.Rules.Where(rule => rule.State == RuleState.Broken)
            .Select(rule => FormattableString.Invariant($"{rule.Rule} {rule.Label}"))];
        return labels.Length == 0 ? "none" : "⚠ " + string.Join("; ", labels);
    }

    private static string Note(PlotSet set, IReadOnlyList<RankedSeries> rows, bool isPaired)
    {
        string confidence = NumberText.Levels(rows.Select(row => row.Series.Result.Summary.Confidence));
        string[] sentences =
        [
            .. set.IsPaced ? []
                : new[] { $"Bars are records / mean time with the {confidence} interval of each; an arrow stands where it "
                    + $"goes on." },
            .. set.IsPaced || isPaired ? []
                : new[] { "Ratios are of geometric means and hold together with all that is ranked (simultaneous intervals); "
                    + "no claim rests on fewer than 3 trials or on no interval." },
            "Rules in the last column are those that this point breaks; those of the whole sweep are below.",
            .. set.NotCompared.Length > 0 ? [set.NotCompared] : Array.Empty<string>(),
        ];
        return string.Join(" ", sentences);
    }

    private static void WriteBar(MarkupWriter page, PlotSet set, RankedSeries row, double most)
    {
        double value = Value(set, row.Point);
        double Place(double of) => most > 0 ? Math.Clamp(of / most, 0, 1) * (Width - 6) : 0;
        page.Open("svg", ("class", "fig " + row.Series.Look.Class),
            ("viewBox", FormattableString.Invariant($"0 0 {Width} {Height}")), ("aria-hidden", "true"));
        page.Empty("rect", ("class", "fill"), ("x", 0.0), ("y", 3.0), ("width", Place(value)), ("height", Height - 6));
        if (!set.IsPaced && row.Point.Throughput?.IntervalRecordsPerS is { } bounds)
        {
            const double middle = Height / 2;
            string end = bounds.High > most ? "m-5 -4l5 4l-5 4" : "m0 -4v8";
            page.Empty("path", ("class", "whisker"), ("d",
                $"M{MarkupWriter.Number(Place(bounds.Low))} {MarkupWriter.Number(middle - 4)}v8m0 "
                + $"-4H{MarkupWriter.Number(Place(bounds.High) + 1)}{end}"));
        }

        page.Close();
    }
}
