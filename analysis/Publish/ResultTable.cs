using System.Globalization;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// The rows of a page of results: one per point or search, the fastest first, those without figures last.
/// <see cref="ResultPage"/> writes them. A point that breaks a rule is a row like any other, with its labels.
/// </summary>
internal sealed class ResultTable
{
    private const string VerdictColumn = "verdict";

    /// <summary>The states in the words that a reader chooses by.</summary>
    private static readonly Dictionary<string, string> StateWords = new(StringComparer.Ordinal)
    {
        ["whole"] = "all rules kept",
        ["broken"] = "breaks a rule",
        ["invalid"] = "invalid",
        ["missing"] = "missing",
    };

    private static readonly (string Name, bool IsNumber, Func<PublishedResult, PointSummary, double?> Sort,
        Func<PublishedResult, PointSummary, string> Text)[] Figures =
    [
        ("throughput /s", true, (_, p) => p.Throughput?.RecordsPerS, (_, p) => Borne(p, rate => rate.RecordsPerS)),
        ("interval", true, (_, p) => Width(p), (_, p) => Interval(p)),
        ("n", true, (_, p) => p.Trials.Measured, (_, p) => NumberText.Whole(p.Trials.Measured)),
        // Response times at a rate: a stall delays all batches that arrive in it, and not only those in flight.
        ("p99 ms", true, (_, p) => P99Us(p), (_, p) => NumberText.Short(P99Us(p) / 1000)),
        ("bytes/record", true, (_, p) => p.Space?.KnownBytesPerRecord?.Mean,
            (_, p) => NumberText.Short(p.Space?.KnownBytesPerRecord?.Mean)),
        ("client CPU us/record", true, (_, p) => p.Resources?.ClientCpuUsPerRecord,
            (_, p) => NumberText.Short(p.Resources?.ClientCpuUsPerRecord)),
        ("server CPU us/record", true, (_, p) => p.Resources?.ServerCpuUsPerRecord,
            (_, p) => NumberText.Short(p.Resources?.ServerCpuUsPerRecord)),
        (VerdictColumn, false, (_, _) => null, Verdict),
        ("measured", false, (of, _) => null, (of, _) => of.Measured),
        ("origin", false, (_, _) => null, (of, _) => of.Trust),
    ];

    private ResultTable(IReadOnlyList<ResultColumn> columns, IReadOnlyList<ResultRow> rows) => (Columns, Rows) = (columns, rows);

    /// <summary>The columns: axes that differ, server, figures.</summary>
    public IReadOnlyList<ResultColumn> Columns { get; }

    /// <summary>The rows, a cell per column.</summary>
    public IReadOnlyList<ResultRow> Rows { get; }

    /// <summary>Makes the table.</summary>
    /// <param name="results">At least one.</param>
    public static ResultTable Of(IReadOnlyList<PublishedResult> results)
    {
        // A search has one row for its sustainable rate, and none for the rates that it tried.
        var points = results.Where(of => of.Result.Summary.Searches.Count == 0)
            .SelectMany(of => of.Result.Summary.Points, (Of, Point) => (Of, Point)).ToList();
        var searches = results.SelectMany(of => of.Result.Summary.Searches, (Of, Search) => (Of, Search)).ToList();
        var axes = AxisColumns.Varying(
            [.. points.Select(point => point.Point.Point), .. searches.Select(search => search.Search.Point)]);
        var columns = axes.Select((axis, i) => new ResultColumn(axis.Name, axis.IsNumber, IsFilter: true))
            .Append(new ResultColumn("server", false, IsFilter: false))
            .Concat(Figures.Select(figure =>
                new ResultColumn(figure.Name, figure.IsNumber, IsFilter: figure.Name == VerdictColumn)));
        IEnumerable<ResultCell> First(PublishedResult of, Point point) =>
        [
            .. axes.Select(axis => new ResultCell(axis.Value(point), Number(axis.Name, axis.Value(point), point))),
            new ResultCell(ServerOf(of.Result, point), null),
        ];
        var rows = points
            .Select(point => (PerS: point.Point.Throughput?.RecordsPerS,
                Row: new ResultRow(point.Of.Name, StateOf(point.Of, point.Point),
                [
                    .. First(point.Of, point.Point.Point),
                    .. Figures.Select(figure => new ResultCell(
                        figure.Text(point.Of, point.Point), figure.Sort(point.Of, point.Point),
                        figure.Name == VerdictColumn ? StateWords[StateOf(point.Of, point.Point)] : null)),
                ])))
            .Concat(searches.Select(search => (PerS: search.Search.RecordsPerS,
                Row: SearchRow.Of(search.Of, search.Search, First(search.Of, search.Search.Point),
                    Figures.Select(figure => figure.Name), state => StateWords[state]))));
        return new ResultTable([.. columns],
            [.. rows.OrderBy(row => row.PerS is null).ThenByDescending(row => row.PerS).Select(row => row.Row)]);
    }

    private static double? P99Us(PointSummary point) => (point.OpenLoop?.Response ?? point.Latency)?.P99Us;

    /// <summary>The number by which a cell of an axis sorts. The texts <c>9,000/s</c> and <c>5+3</c> have one too.</summary>
    private static double? Number(string axis, string text, Point point)
    {
        double number = SweepAxes.All.First(of => of.Name == axis).Number(point.Axes);
        return text.Length == 0 ? null
            : double.IsFinite(number) ? number
            : double.TryParse(text, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out number)
                ? number : null;
    }

    /// <summary>The server as it named itself, so that a stand-in is never taken for the vendor's product.</summary>
    private static string ServerOf(StoredResult result, Point point) => result.Summary.Targets
        .FirstOrDefault(point.IsWrittenTo)?.ServerVersion ?? string.Empty;

    private static string StateOf(PublishedResult of, PointSummary point) =>
        point.Audit.Verdict == AuditVerdict.Failed ? "invalid"
        : point.IsMissing ? "missing"
        : Broken(of, point).Any() ? "broken" : "whole";

    /// <summary>Labels of the rules that the point breaks, and of those that its whole sweep breaks.</summary>
    private static IEnumerable<string> Broken(PublishedResult of, PointSummary point) => point.Rules
        .Concat(of.Result.Summary.Rules).Where(rule => rule.State == RuleState.Broken)
        .Select(rule => rule.Label).OfType<string>().Distinct(StringComparer.Ordinal);

    private static string Verdict(PublishedResult of, PointSummary point) => StateOf(of, point) switch
    {
        "invalid" => "INVALID: a trial failed its audit",
        "missing" => "missing: " + point.MissingReason,
        "broken" => "broken: " + string.Join(", ", Broken(of, point)),
        _ => "all rules kept",
    };

    private static string Interval(PointSummary point) => point.Throughput is { IntervalRecordsPerS: not null }
        ? $"{Borne(point, rate => rate.IntervalRecordsPerS?.Low)} to {Borne(point, rate => rate.IntervalRecordsPerS?.High)}"
        : string.Empty;

    private static double? Width(PointSummary point) => point.Throughput is { IntervalRecordsPerS: { } interval } rate
        ? (interval.High - interval.Low) / rate.RecordsPerS : null;

    private static string Borne(PointSummary point, Func<Statistics.Throughput, double?> value) => point.Throughput is { } rate
        ? NumberText.Borne(value(rate), rate.RecordsPerS, rate.IntervalRecordsPerS?.Low, rate.IntervalRecordsPerS?.High)
        : string.Empty;
}
