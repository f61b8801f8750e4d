using System.Globalization;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Live;

/// <summary>
/// Writes the parts of the live page as markup, with the figures, tables and style of the report. <c>Dashboard</c> calls it
/// between trials and, while a browser looks, once per second. Texts from outside are escaped by the writer.
/// </summary>
public static class LiveParts
{
    private static readonly double[] Percentiles = [50, 90, 99, 99.9];

    /// <summary>Writes a text for an element that holds nothing else.</summary>
    public static string Text(string text) => new MarkupWriter().Text(text).ToString();

    /// <summary>Writes the bar and the counts.</summary>
    /// <param name="progress">How far the sweep is.</param>
    /// <param name="now">The work between two trials, in words; null while a trial runs.</param>
    public static string Progress(LiveCounts progress, string? now)
    {
        var page = new MarkupWriter();
        page.Open("progress", ("value", progress.TrialsDone), ("max", Math.Max(1, progress.Trials)),
            ("aria-label", "Trials done")).Close().Line();
        Tiles(page, "Progress",
        [
            ("trials", Whole(progress.TrialsDone), $"of {Whole(progress.Trials)}"),
            ("points done", Whole(progress.PointsDone), $"of {Whole(progress.Points)}"),
            ("running for", progress.Elapsed, "since this start"),
            ("time left", progress.Remaining, "by the trials so far"),
        ]);
        return (now is null ? page : page.Element("p", Sentence(now), ("class", "now sub"))).ToString();
    }

    /// <summary>Writes the running trial: counts, percentiles, and the rate by second.</summary>
    public static string Trial(LiveTrial trial)
    {
        string unit = LoadWords.Unit(trial.Point);
        string records = trial.Point.Mix is null ? "records" : "operations";
        var page = new MarkupWriter().Element("h2", "The running trial").Element("p", trial.Words, ("class", "sub now")).Line();
        Tiles(page, "The running trial",
        [
            ("acknowledged", Whole(trial.Snapshot.AcknowledgedRecords), records),
            ("rate now", trial.Steps.Count > 0 ? NumberText.Rounded(trial.Steps[^1].Rate) : "–", unit),
            .. trial.Snapshot.BacklogBatches is { } backlog
                ? [("backlog", Whole(backlog), $"{LoadWords.Pieces(trial.Point)} wait")]
                : Array.Empty<(string, string, string)>(),
            ("retries", Whole(trial.Snapshot.Retries), "attempts beyond the first"),
            .. Latency(trial),
        ]);
        if (trial.Steps.Count > 0)
        {
            FigureSection.Write(page, [Rate(trial, unit)]);
        }

        return page.ToString();
    }

    /// <summary>Writes the points that have figures, with their intervals.</summary>
    /// <param name="result">The sweep so far.</param>
    /// <param name="done">Points without a trial left.</param>
    public static string Points(StoredResult result, IReadOnlySet<Point> done)
    {
        var points = result.Summary.Points.Where(point => point.Throughput is not null).ToList();
        if (points.Count == 0)
        {
            return string.Empty;
        }

        var page = new MarkupWriter().Element("h2", "Points so far").Line();
        var charts = FigureCatalog.Of([result]);
        FigureSection.Write(page, [.. charts.Take(1)]);
        page.Open("div", ("class", "figures")).Line();
        HtmlTable.Write(page, Table(result.Summary, points, done), "Points so far");
        return page.Close().ToString();
    }

    /// <summary>
    /// Writes the rules that points without a trial left break or nearly break, and at once those of a point whose audit failed.
    /// </summary>
    /// <param name="result">The sweep so far.</param>
    /// <param name="done">Points without a trial left: a rule may still be kept by the trials to come of another point.</param>
    public static string Rules(StoredResult result, IReadOnlySet<Point> done)
    {
        var judged = result.Summary with
        {
            Points = [.. result.Summary.Points.Where(point => done.Contains(point.Point)
                || point.Audit.Verdict == AuditVerdict.Failed)],
            Rules = [],
        };
        if (judged.Points.Count == 0)
        {
            return string.Empty;
        }

        var rows = RuleRows.Gravest(judged).Where(row => row.State is RuleState.Broken or RuleState.Noted).ToList();
        var page = new MarkupWriter().Element("h2", "Rules broken so far").Line();
        page.Element("p", rows.Count == 0 ? "The points that are done break no rule."
            : "By the points that are done. Rules about the whole sweep are judged at its end.", ("class", "small")).Line();
        if (rows.Count > 0)
        {
            page.Open("div", ("class", "rules")).Line();
            HtmlTable.Write(page, RuleTable.Of(rows), "Rules broken so far", row => EnumWords.Of(rows[row].State));
            page.Close();
        }

        return page.ToString();
    }

    private static TextTable Table(SweepSummary summary, IReadOnlyList<PointSummary> points, IReadOnlySet<Point> done)
    {
        var names = new PointNames([.. summary.Points.Select(point => point.Point)]);
        string confidence = summary.Confidence.ToString("0.## %", CultureInfo.InvariantCulture);
        return new TextTable
        {
            Title = "Points so far",
            Headers = ["point", LoadWords.Unit(points.Select(point => point.Point)), $"{confidence} interval", "p99", "trials",
                "state"],
            RightAligned = [false, true, true, true, true, false],
            Rows = [.. points.Select(point => Row(names, point, done))],
            Notes = [],
        };
    }

    private static string[] Row(PointNames names, PointSummary point, IReadOnlySet<Point> done)
    {
        var throughput = point.Throughput!;
        var bounds = throughput.IntervalRecordsPerS;
        return
        [
            names.Of(point.Point),
            NumberText.Borne(throughput.RecordsPerS, bounds?.Low, bounds?.High),
            bounds is { } interval
                ? NumberText.Borne(interval.Low, throughput.RecordsPerS, interval.Low, interval.High) + " to "
                    + NumberText.Borne(interval.High, throughput.RecordsPerS, interval.Low, interval.High)
                : "none yet",
            (point.OpenLoop?.Response ?? point.Latency) is { } latency ? LoadWords.Milliseconds(latency.P99Us) : "–",
            Whole(point.Trials.Measured),
            done.Contains(point.Point) ? "done" : "goes on",
        ];
    }

    private static TimeChart Rate(LiveTrial trial, string unit)
    {
        double end = trial.Steps[^1].AtS;
        return new TimeChart
        {
            Name = "live-rate",
            Title = "Throughput of the running trial",
            Description = string.Create(CultureInfo.InvariantCulture,
                $"Steps of {unit} over {end:0} s since the common start; the last is {trial.Steps[^1].Rate:N0}."),
            YTitle = unit,
            IsOpenEnded = true,
            Series = [new TimeSeries("acknowledged", new SeriesLook(0), trial.Steps, end, end, string.Empty)],
        };
    }

    private static IEnumerable<(string Name, string Value, string Note)> Latency(LiveTrial trial)
    {
        if (trial.Snapshot.Latency is not { Count: > 0 } latency)
        {
            yield break;
        }

        string note = (trial.Point.Rate is null ? "service time of " : "response time of ")
            + (trial.Point.Mix is null ? "a batch" : "an operation");
        foreach (double percentile in Percentiles.Where(percentile => latency.Count >= 1 / (1 - (percentile / 100))))
        {
            yield return (string.Create(CultureInfo.InvariantCulture, $"p{percentile:0.#}"),
                LoadWords.Milliseconds(latency.ValueAtPercentile(percentile) / 1e3), note);
        }

        yield return ("maximum", LoadWords.Milliseconds(latency.Max / 1e3), $"of {Whole(latency.Count)}");
    }

    private static void Tiles(MarkupWriter page, string label, IReadOnlyList<(string Name, string Value, string Note)> tiles)
    {
        page.Open("div", ("class", "glance"), ("role", "group"), ("aria-label", label)).Open("dl").Line();
        foreach (var (name, value, note) in tiles)
        {
            page.Open("div").Element("dt", name).Element("dd", value).Element("dd", note, ("class", "small")).Close().Line();
        }

        page.Close().Close().Line();
    }

    private static string Whole(long number) => NumberText.Whole(number);

    private static string Sentence(string words) => char.ToUpperInvariant(words[0]) + words[1..] + ".";
}
