using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the operations of a sweep with mixes, one row per point and kind: counts and percentiles of the service time.
/// <c>MixSection</c> shows it. It computes no figure.
/// </summary>
internal static class OperationTable
{
    private const string Absent = "absent";

    private static readonly (string Name, Func<OperationFigures, string> Value)[] Columns =
    [
        ("operations", kind => NumberText.Whole(kind.Count)),
        (Absent, kind => NumberText.Whole(kind.Absent)),
        ("failed attempts", kind => NumberText.Whole(kind.Errors)),
        ("p50 ms", kind => NumberText.Short(kind.Latency?.P50Us / 1000)),
        ("p95 ms", kind => NumberText.Short(kind.Latency?.P95Us / 1000)),
        ("p99 ms", kind => NumberText.Short(kind.Latency?.P99Us / 1000)),
        ("max ms", kind => NumberText.Short(kind.Latency?.MaxUs / 1000)),
    ];

    /// <summary>Formats the table. Null without mixes.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        bool hasAbsent = summary.Points.Any(point => point.Operations?.Any(kind => kind.Absent is not null) == true);
        var columns = Columns.Where(column => hasAbsent || column.Name != Absent).ToList();
        var axes = AxisColumns.Telling([.. summary.Points.Select(point => point.Point)]);
        var rows = summary.Points.SelectMany(point => (point.Operations ?? []).Select(kind => (IReadOnlyList<string>)
        [
            .. axes.Select(axis => axis.Value(point.Point)), LoadWords.Of(kind.Kind),
            .. columns.Select(column => column.Value(kind)),
        ])).ToList();
        return rows.Count == 0 ? null : new TextTable
        {
            Title = "Operations by kind",
            Headers = [.. axes.Select(axis => axis.Name), "operation", .. columns.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), false, .. columns.Select(_ => true)],
            Rows = rows,
            Notes =
            [
                "Service times over all measured trials, retries included, from one merged histogram.",
                .. hasAbsent ? ["absent: deletions that found no record, since an earlier one had deleted it."]
                    : Array.Empty<string>(),
            ],
        };
    }
}
