using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats how long questions about time ranges took beside the load (<c>--queries</c>), one row per point and kind.
/// <see cref="SpecialTables"/> lists it for <c>run</c>, <c>report</c> and pages. It computes no figure.
/// </summary>
public static class TimeQueryTable
{
    /// <summary>Formats the table. Null for a sweep without questions.</summary>
    public static TextTable? Of(SweepSummary summary) => PointTable.Of<TimeQueryFigures>(
        "Questions beside the load, over the last 12 hours of acknowledged records",
        summary,
        point => point.Queries ?? [],
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
        ],
        [
            "A response time counts from when the question was due, a service time from when it was asked. Each answer was "
                + "computed again from the records. 'behind' counts answers that lacked acknowledged records, as the write "
                + "path allows.",
        ],
        ("question", query => LoadWords.Of(query.Kind)));

    private static string Ms(double? us) => NumberText.Short(us / 1000);
}
