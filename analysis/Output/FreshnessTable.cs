using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats how soon queries saw acknowledged records (<c>--freshness</c>), one row per point with probes.
/// <see cref="SpecialTables"/> lists it for <c>run</c>, <c>report</c> and pages. It computes no figure.
/// </summary>
public static class FreshnessTable
{
    /// <summary>Formats the table. Null for a sweep without probes.</summary>
    public static TextTable? Of(SweepSummary summary) => PointTable.Of<FreshnessFigures>(
        "Freshness: from a record's acknowledgement until a query returned it",
        summary,
        point => point.Freshness is { } fresh ? [fresh] : [],
        [
            ("probes", 0, fresh => NumberText.Whole(fresh.Probes)),
            ("seen p50 ms", 0, fresh => Ms(fresh.SeenP50Us)),
            ("p95 ms", 1, fresh => Ms(fresh.SeenP95Us)),
            ("p99 ms", 0, fresh => Ms(fresh.SeenP99Us)),
            ("max ms", 1, fresh => Ms(fresh.SeenMaxUs)),
            ("first read missed %", 0, fresh => NumberText.Percent(fresh.MissedShare)),
            ("at most %", 2, fresh => NumberText.Percent(fresh.MissedShareMost)),
            ("invisible s", 0, fresh => fresh.MissedAtFirst == 0 ? string.Empty : NumberText.Short(fresh.LongestInvisibleS)),
            ("not seen", 1, fresh => NumberText.Whole(fresh.NotSeen)),
            ("asked p50 ms", 3, fresh => Ms(fresh.AskedP50Us)),
            ("errors", 4, fresh => NumberText.Whole(fresh.Errors)),
        ],
        [
            "Times contain the query itself, a read of the record by its key. 'invisible' is the longest time after an "
                + "acknowledgement at which a query that missed the record began. 'not seen' counts records that no query "
                + "returned within 30 s or before the ingestion ended; percentiles count them by how long they were asked for.",
        ]);

    private static string Ms(double? us) => NumberText.Short(us / 1000);
}
