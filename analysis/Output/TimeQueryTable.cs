using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats how long questions about time ranges took beside the load (<c>--queries</c>), one row per point and kind.
/// <see cref="SpecialTables"/> lists it for <c>run</c>, <c>report</c> and pages. It computes no figure.
/// </summary>
public static class TimeQueryTable
{
    private static readonly (string Name, int Rank, Func<TimeQueryFigures, string> Value)[] Columns =
    [
        ("answers", 0, query => NumberText.Whole(query.Answers)),
        ("response p50 ms", 0, query => Ms(query.Response?.P50Us)),
        ("p95 ms", 1, query => Ms(query.Response?.P95Us)),
        ("p99 ms", 0, query => query.Answers < RuleLimits.BatchesForP99 ? string.Empty : Ms(query.Response?.P99Us)),
        ("max ms", 1, query => Ms(query.Response?.MaxUs)),
        ("service p50 ms", 2, query => Ms(query.Service?.P50Us)),
        ("records each", 3, query => NumberText.Whole(query.RecordsPerAnswer)),
        ("behind", 2, query => NumberText.Whole(query.Behind)),
        ("not asked", 4, query => NumberText.Whole(query.Skipped)),
        ("errors", 4, query => NumberText.Whole(query.Errors)),
    ];

    /// <summary>Formats the table. Null for a sweep without questions.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        var axes = AxisColumns.Telling([.. summary.Points.Select(point => point.Point)]);
        var rows = summary.Points.SelectMany(point => (point.Queries ?? []).Select(query => (IReadOnlyList<string>)
        [
            .. axes.Select(axis => axis.Value(point.Point)), LoadWords.Of(query.Kind),
            .. Columns.Select(column => column.Value(query)),
        ])).ToList();
        return rows.Count == 0 ? null : new TextTable
        {
            Title = "Questions beside the load, over the last 12 hours of acknowledged records",
            Headers = [.. axes.Select(axis => axis.Name), "question", .. Columns.Select(column => column.Name)],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), false, .. Columns.Select(_ => true)],
            Ranks = [.. axes.Select(_ => 0), 0, .. Columns.Select(column => column.Rank)],
            Rows = rows,
            Notes =
            [
                "A response time counts from when the question was due, a service time from when it was asked. Each answer was "
                    + "computed again from the records. 'behind' counts answers that lacked acknowledged records, as the write "
                    + "path allows.",
            ],
        };
    }

    private static string Ms(double? us) => NumberText.Short(us / 1000);
}
