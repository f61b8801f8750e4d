using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Operations;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats a sweep as a table, one row per point. Its notes explain every label. <c>run</c> and <c>report</c> print it, and
/// <c>ReportPage</c>, <c>ReportMarkdown</c> and <c>LatexFiles</c> show its main columns. Apart from the rate, a column without a
/// figure is left out. Labels that all points share stand in the notes. A column is added as one line of its list.
/// </summary>
public static class SummaryTable
{
    /// <summary>The sentence that explains the columns.</summary>
    internal const string Legend =
        "The rate is records (of a mix, operations) / mean time, low and high its interval; mean of rates is the figure of "
        + "study 1. Slope is bytes a record over N.";

    /// <summary>
    /// The columns, each with the rank at which a table that is too wide drops it: the highest first, 0 never. A page shows
    /// columns up to <see cref="MainRank"/>, and the others in a second table.
    /// </summary>
    private static readonly (string Name, bool IsNumber, int Rank, Func<PointSummary, string> Value)[] Figures =
    [
        ("records/s", true, 0, p => Borne(p, rate => rate.RecordsPerS)),
        ("low", true, 2, p => Borne(p, rate => rate.IntervalRecordsPerS?.Low)),
        ("high", true, 2, p => Borne(p, rate => rate.IntervalRecordsPerS?.High)),
        ("offered/s", true, 2, p => NumberText.Whole(p.OpenLoop?.OfferedRecordsPerS)),
        ("rows/s", true, 6, p => NumberText.Whole(p.Repeats?.RowsPerS)),
        ("sent twice", true, 4, p => NumberText.Whole(p.Repeats?.SentTwice)),
        ("stored twice", true, 4, p => NumberText.Whole(p.Repeats?.StoredTwice)),
        ("n", true, 5, p => NumberText.Whole(p.Trials.Measured)
            + (p.Trials.Blocks > 1 ? $" in {NumberText.Whole(p.Trials.Blocks)}" : string.Empty)),
        ("warm-up", true, 12, p => NumberText.Whole(p.Trials.WarmUp)),
        ("sd", true, 11, p => Borne(p, rate => rate.RatesRecordsPerS.Sd)),
        ("cv %", true, 10, p => NumberText.Percent(p.ElapsedS?.Cv)),
        ("mean of rates", true, 11, p => Borne(p, rate => rate.RatesRecordsPerS.Mean)),
        ("steady", false, 9, p => p.IsMissing ? string.Empty : EnumWords.Spaced(p.Steady.Verdict)),
        ("p99 ms", true, 3, p => NumberText.Short(p.Latency?.P99Us / 1000)),
        ("response p99 ms", true, 3, p => NumberText.Short(p.OpenLoop?.Response?.P99Us / 1000)),
        ("most waiting", true, 8, p => NumberText.Whole(p.OpenLoop?.LargestBacklogBatches)),
        .. Enum.GetValues<OperationKind>().Select(kind => (
            $"{LoadWords.Of(kind)} p99 ms", true, 4,
                (Func<PointSummary, string>)(p =>
                NumberText.Short(p.Operations?.FirstOrDefault(of => of.Kind == kind)?.Latency?.P99Us / 1000)))),
        ("bytes/record", true, 4, p => NumberText.Short(p.Space?.KnownBytesPerRecord?.Mean)),
        ("of which", false, 8, p =>
            string.Join(", ", p.Space?.PartBytesPerRecord?.Select(part => $"{part.Key} {NumberText.Short(part.Value)}") ?? [])),
        ("slope", true, 10, p => NumberText.Short(p.SpaceSlope?.BytesPerRecord)),
        ("client CPU %", true, 7, p => NumberText.Percent(p.Resources?.ClientCpuShare)),
        ("server CPU %", true, 7, p => NumberText.Percent(p.Resources?.ServerCpuShare)),
        (AuditColumn, false, 1, p => EnumWords.Spaced(p.Audit.Verdict)),
        (LabelColumn, false, 0, _ => string.Empty),
    ];

    private const string LabelColumn = "labels";

    private const string AuditColumn = "audit";

    /// <summary>Columns of at most this rank are in a page's main table.</summary>
    private const int MainRank = 5;

    /// <summary>Formats the table with every column.</summary>
    public static TextTable Of(SweepSummary summary) => Of(summary, _ => true);

    /// <summary>
    /// Formats the table for a console: every column, and only those notes that a reader needs beside the figures, one line each.
    /// </summary>
    /// <returns>A table whose notes leave the reasons out. The notes of <see cref="Of(SweepSummary)"/> have them.</returns>
    public static TextTable Short(SweepSummary summary) => Of(summary) with { Notes = ShortNotes(summary) };

    /// <summary>Formats the most important columns, for the main table of a page.</summary>
    internal static TextTable Main(SweepSummary summary) => Of(summary, rank => rank <= MainRank);

    /// <summary>Formats the columns that <see cref="Main"/> leaves out.</summary>
    internal static TextTable Rest(SweepSummary summary) => Of(summary, rank => rank > MainRank);

    /// <summary>
    /// Facts that hold for every row, or for every row of a database, and are therefore left out of the rows. Sources with fewer
    /// records than series are among them.
    /// </summary>
    internal static IEnumerable<string> Shared(SweepSummary summary)
    {
        string[] common = CommonLabels(summary);
        return
        [
            .. common.Length > 0 ? [$"All points: {string.Join(", ", common)}."] : Array.Empty<string>(),
            .. AllPassed(summary) ? ["Audit passed at every point."] : Array.Empty<string>(),
            .. AxisColumns.OfDatabases([.. summary.Points.Select(point => point.Point)]).Select(words => words + "."),
            .. SeriesSentences.Of(summary),
        ];
    }

    private static TextTable Of(SweepSummary summary, Func<int, bool> isWanted)
    {
        var points = summary.Points.Select(point => point.Point).ToList();
        var axes = AxisColumns.Telling(points);
        string[] common = CommonLabels(summary);
        var figures = Figures.Where(figure => isWanted(figure.Rank))
            .Select(figure => figure.Name == LabelColumn ? figure with { Value = point => Labels(point, common) } : figure)
            .Where(figure => figure.Name == Figures[0].Name
                || (summary.Points.Any(point => figure.Value(point).Length > 0)
                && !(figure.Name == AuditColumn && AllPassed(summary))))
            .ToList();
        return new TextTable
        {
            Title = string.Create(
                CultureInfo.InvariantCulture,
                    $"{summary.Name}: {AxisColumns.Fixed(points)}; intervals at {summary.Confidence:0.## %}"),
            Headers = [.. axes.Select(axis => axis.Name), .. figures
                .Select(figure => figure.Name == Figures[0].Name ? LoadWords.Unit(points) : figure.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. figures.Select(figure => figure.IsNumber)],
            Ranks = [.. axes.Select(_ => 0), .. figures.Select(figure => figure.Rank)],
            Rows = [.. summary.Points.Select(point => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(point.Point)),
                .. figures.Select(figure => figure.Value(point)),
            ])],
            Notes =
            [
                Legend,
                .. Shared(summary),
                .. summary.Deviations.Count > 0
                    ? [$"Deviates from {ProtocolWords.Of(summary.Study)}: {string.Join("; ", summary.Deviations)}."]
                    : Array.Empty<string>(),
                .. Contracts(summary),
                .. summary.Analysis.Where(AnalysisTable.HasFigures).SelectMany(analysis => AnalysisTable.Notes(analysis, summary))
                    .Distinct(StringComparer.Ordinal),
                .. RuleRows.Of(summary).Where(row => row.Label.Length > 0).OrderBy(row => row.State != RuleState.Broken)
                    .Select(Note),
            ],
        };
    }

    private static bool AllPassed(SweepSummary summary) => summary.Points.Count > 0
        && summary.Points.All(point => point.Audit.Verdict == AuditVerdict.Passed);

    private static IReadOnlyList<string> ShortNotes(SweepSummary summary)
    {
        var rules = RuleRows.Of(summary).Where(row => row.Label.Length > 0).ToList();
        int[] noted = [.. rules.Where(row => row.State == RuleState.Noted).Select(row => row.Rule).Distinct().Order()];
        return
        [
            .. Shared(summary),
            .. summary.Deviations.Count > 0
                ? [$"Deviates from {ProtocolWords.Of(summary.Study)}: {string.Join("; ", summary.Deviations)}."]
                : Array.Empty<string>(),
            .. rules.Where(row => row.State == RuleState.Broken)
                .Select(row => FormattableString.Invariant($"Rule {row.Rule} broken: {row.Label}.")),
            .. noted.Length > 0
                ? [$"Noted: {(noted.Length == 1 ? "rule" : "rules")} {string.Join(", ", noted)}. --verbose and report.html "
                    + $"say why."] : Array.Empty<string>(),
        ];
    }

    /// <summary>The labels of a point, except those that all points share; labels of broken rules first.</summary>
    private static string Labels(PointSummary point, string[] common) => string.Join(", ", LabelsOf(point).Except(common));

    private static string Borne(PointSummary point, Func<Statistics.Throughput, double?> value) => point.Throughput is { } rate
        ? NumberText.Borne(value(rate), rate.RecordsPerS, rate.IntervalRecordsPerS?.Low, rate.IntervalRecordsPerS?.High)
        : string.Empty;

    private static IEnumerable<string> LabelsOf(PointSummary point) =>
        point.Rules.Where(rule => rule.Label is not null).OrderBy(rule => rule.State != RuleState.Broken)
            .Select(rule => rule.Label!);

    /// <summary>The labels that all points share, stated once.</summary>
    private static string[] CommonLabels(SweepSummary summary) => summary.Points.Count < 2
        ? []
        : [.. LabelsOf(summary.Points[0]).Where(label => summary.Points.All(point => point.Labels.Contains(label)))];

    private static IEnumerable<string> Contracts(SweepSummary summary) => summary.Targets.Select(target =>
        $"{target.Database} {target.ServerVersion}, durability {target.Durability}: "
        + $"{target.DurabilityMeaning}{(target.Copies is { } copies ? $" A batch is {copies}." : string.Empty)}").Distinct(StringComparer.Ordinal);

    private static string Note(RuleRow row) => string.Create(
        CultureInfo.InvariantCulture, $"Rule {row.Rule} {EnumWords.Of(row.State)}, {row.Label}: {row.Reason}");
}
