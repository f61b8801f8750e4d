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
    private const string Late = "late";

    private static readonly (string Name, int Rank, Func<OperationFigures, string> Value)[] Columns =
    [
        ("operations", 0, kind => NumberText.Whole(kind.Count)),
        (Absent, 0, kind => NumberText.Whole(kind.Absent)),
        (Late, 0, kind => NumberText.Whole(kind.LateRecords)),
        ("failed attempts", 0, kind => NumberText.Whole(kind.Errors)),
        ("p50 ms", 0, kind => NumberText.Short(kind.Latency?.P50Us / 1000)),
        ("p95 ms", 0, kind => NumberText.Short(kind.Latency?.P95Us / 1000)),
        ("p99 ms", 0, kind => NumberText.Short(kind.Latency?.P99Us / 1000)),
        ("max ms", 0, kind => NumberText.Short(kind.Latency?.MaxUs / 1000)),
    ];

    /// <summary>Formats the table. Null without mixes.</summary>
    public static TextTable? Of(SweepSummary summary)
    {
        bool hasAbsent = summary.Points.Any(point => point.Operations?.Any(kind => kind.Absent is not null) == true);
        bool hasLate = summary.Points.Any(point => point.Operations?.Any(kind => kind.LateRecords is not null) == true);
        string rates = LoadWords.Rates(summary.Points.Where(point => point.Operations is not null).Select(point => point.Point));
        return PointTable.Of<OperationFigures>(
            "Operations by kind",
            summary,
            point => point.Operations ?? [],
            [.. Columns.Where(column => column.Name switch { Absent => hasAbsent, Late => hasLate, _ => true })],
            [
                "Service times over all measured trials, retries included, from one merged histogram.",
                .. hasAbsent ? ["absent: deletions that found no record, since an earlier one had deleted it."]
                    : Array.Empty<string>(),
                .. hasLate ? ["late: acknowledged records that a read did not see, since the store had not applied its log yet."]
                    : Array.Empty<string>(),
                .. rates.Length == 0 ? Array.Empty<string>()
                    : [$"Arrivals decide the operations/s of points at a rate ({rates}): neither mixes nor databases are "
                        + "compared by them."],
            ],
            ("operation", kind => LoadWords.Of(kind.Kind)));
    }
}
