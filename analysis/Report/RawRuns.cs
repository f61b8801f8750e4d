using System.Globalization;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Formats every trial of a result as a table, up to 5,000 rows, in the order of execution within each point.
/// <see cref="ReportPage"/> shows it, so that nothing hides behind a mean.
/// </summary>
internal static class RawRuns
{
    /// <summary>Most rows of a page; the journal has all.</summary>
    public const int MostRows = 5000;

    private static readonly (string Name, bool IsNumber, Func<TrialRun, string> Value)[] Columns =
    [
        ("trial", true, run => run.Trial.ToString(CultureInfo.InvariantCulture)),
        ("position", true, run => run.Position.ToString(CultureInfo.InvariantCulture)),
        ("records/s", true, run => NumberText.Whole(run.RecordsPerS)),
        ("operations/s", true, run => NumberText.Whole(run.OperationsPerS)),
        ("load s", true, run => NumberText.Short(run.LoadS)),
        ("elapsed s", true, run => NumberText.Short(run.ElapsedS)),
        ("settle s", true, run => NumberText.Short(run.SettleS)),
        ("status", false, run => EnumWords.Spaced(run.Status)),
        ("remarks", false,
            run => string.Join(", ",
            new[] { run.WarmUp ? "warm-up" : null, run.Stretch > 1 ? FormattableString.Invariant($"stretch {run.Stretch}")
            : null, run.Outlier ? "outlier" : null, run.Disturbed, run.Error }.OfType<string>())),
    ];

    /// <summary>Columns that only some points have.</summary>
    private static readonly string[] Optional = ["records/s", "operations/s", "load s"];

    /// <summary>Formats the table.</summary>
    public static TextTable Of(StoredResult result)
    {
        var points = result.Summary.Points;
        var axes = AxisColumns.Varying([.. points.Select(point => point.Point)]);
        var columns = Columns
            .Where(column => !Optional.Contains(column.Name) || points.Any(p => p.Runs.Any(run => column.Value(run).Length > 0)))
            .ToList();
        int all = points.Sum(point => point.Runs.Count);
        return new TextTable
        {
            Title = "Raw runs",
            Headers = [.. axes.Select(axis => axis.Name), .. columns.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), .. columns.Select(column => column.IsNumber)],
            Rows =
            [
                .. (from point in points
                    from run in point.Runs
                    select (IReadOnlyList<string>)[.. axes.Select(axis => axis.Value(point.Point)), .. columns
                        .Select(column => column.Value(run))])
                    .Take(MostRows),
            ],
            Notes = all > MostRows ? [FormattableString.Invariant($"The first {MostRows} of {all} runs; trials.jsonl has all.")]
                : [],
        };
    }
}
