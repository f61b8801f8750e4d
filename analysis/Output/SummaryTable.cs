using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>The table of a sweep: a row a point, and as notes what every label means.</summary>
public static class SummaryTable
{
    /// <summary>What the columns are.</summary>
    internal const string Legend =
        "records/s is records / mean time; mean of rates is the figure of study 1. KB is 1000 bytes; slope is KB a record over N.";

    private static readonly (string Name, bool IsNumber, Func<PointSummary, string> Value)[] Figures =
    [
        ("records/s", true, p => Figure.Whole(p.Throughput?.RecordsPerS)),
        ("+-%", true, p => Figure.Percent(p.Throughput?.IntervalRecordsPerS?.HalfWidthShareOf(p.Throughput.RecordsPerS))),
        ("sd", true, p => Figure.Whole(p.Throughput?.RatesRecordsPerS.Sd)),
        ("cv %", true, p => Figure.Percent(p.ElapsedS?.Cv)),
        ("n", true, p => Figure.Whole(p.Trials.Measured)),
        ("warm-up", true, p => Figure.Whole(p.Trials.WarmUp)),
        ("mean of rates", true, p => Figure.Whole(p.Throughput?.RatesRecordsPerS.Mean)),
        ("steady", false, p => p.IsMissing ? string.Empty : Words.Spaced(p.Steady.Verdict)),
        ("p99 ms", true, p => Figure.Short(p.Latency?.P99Us / 1000)),
        ("KB/record", true, p => Figure.Short(p.Space?.BytesPerRecord.Mean / 1000)),
        ("slope", true, p => Figure.Short(p.SpaceSlope?.BytesPerRecord / 1000)),
        ("audit", false, p => Words.Spaced(p.Audit.Verdict)),
        ("labels", false, p => string.Join(", ", p.Labels)),
    ];

    /// <summary>Makes the table.</summary>
    /// <param name="summary">The summary.</param>
    /// <returns>The table.</returns>
    public static TextTable Of(SweepSummary summary)
    {
        var points = summary.Points.Select(point => point.Point).ToList();
        var axes = Axes.Varying(points);
        return new TextTable
        {
            Title = string.Create(
                CultureInfo.InvariantCulture, $"{summary.Name}: {Axes.Fixed(points)}; intervals at {summary.Confidence:0.## %}"),
            Headers = [.. axes.Select(axis => axis.Name), .. Figures.Select(figure => figure.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. Figures.Select(figure => figure.IsNumber)],
            Rows = [.. summary.Points.Select(point => (IReadOnlyList<string>)
            [
                .. axes.Select(axis => axis.Value(point.Point)),
                .. Figures.Select(figure => figure.Value(point)),
            ])],
            Notes =
            [
                Legend,
                .. summary.Deviations.Count > 0 ? [$"Deviates from the protocol of study {summary.Study}: {string.Join("; ", summary.Deviations)}."] : Array.Empty<string>(),
                .. Contracts(summary),
                .. summary.Analysis.SelectMany(analysis => AnalysisTable.Of(analysis, summary.Confidence).Notes),
                .. summary.Rules.Where(rule => rule.Label is not null).Select(Note),
                .. PointNotes(summary),
            ],
        };
    }

    private static IEnumerable<string> Contracts(SweepSummary summary) => summary.Targets.Select(target =>
        $"{target.Database} {target.ServerVersion}, durability {target.Durability}: {target.DurabilityMeaning}").Distinct(StringComparer.Ordinal);

    /// <summary>One note a rule: the first point's reason stands for all that bear a label of it.</summary>
    private static IEnumerable<string> PointNotes(SweepSummary summary) => summary.Points
        .SelectMany(point => point.Rules)
        .Where(rule => rule.Label is not null && !summary.Rules.Any(sweep => sweep.Rule == rule.Rule && sweep.Reason == rule.Reason))
        .GroupBy(rule => (rule.Rule, rule.State))
        .OrderBy(group => group.Key)
        .Select(group => group.Count() == 1
            ? Note(group.First())
            : string.Create(CultureInfo.InvariantCulture, $"{Note(group.First())} ({group.Count()} points)"));

    private static string Note(RuleVerdict rule) => string.Create(
        CultureInfo.InvariantCulture, $"{rule.Label} (rule {rule.Rule}, {Words.Of(rule.State)}): {rule.Reason}");
}
