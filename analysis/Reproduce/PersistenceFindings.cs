using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Study 3's findings: the orders of its published averages that differ by more than the practical threshold. The direction alone
/// is judged, not the published ratio. Each finding compares two stores, so no claim may say that one is first of all.
/// <see cref="Reproduction"/> numbers them and calls the judges. A finding inserted before others changes their numbers.
/// </summary>
internal static class PersistenceFindings
{
    private const string Reads = "study3-rh";
    private const string Writes = "study3-wh";
    private const string Mixed = "study3-mx";

    public static (string Claim, string Published, Func<Study3Data, FindingOutcome> Judge)[] All { get; } =
    [
        P95("Reads are answered sooner with an index than without", Reads, Study3Data.Unindexed, Study3Data.Indexed, 5.99),
        P95("A hybrid with an index answers reads sooner than SQL with an index", Reads, Study3Data.Indexed,
            Study3Data.HybridIndexed, 1.34),
        P95("MongoDB answers reads later than SQL with an index", Reads, Study3Data.Document, Study3Data.Indexed, 2.19),
        P95("MongoDB answers writes sooner than SQL with an index", Writes, Study3Data.Indexed, Study3Data.Document, 2.09),
        P95("A hybrid without an index answers writes sooner than MongoDB", Writes, Study3Data.Document,
            Study3Data.HybridUnindexed, 1.13),
        P95("Writes take longer without an index than with one (the table; the text says the reverse)", Writes,
            Study3Data.Unindexed, Study3Data.Indexed, 1.90),
        P95("A hybrid with an index answers a mixed load sooner than SQL with an index", Mixed, Study3Data.Indexed,
            Study3Data.HybridIndexed, 1.11),
        Rate("SQL with an index completes more reads than without", Reads, Study3Data.Indexed, Study3Data.Unindexed, 3.26),
        Rate("MongoDB completes more of a write-heavy load than SQL with an index", Writes, Study3Data.Document,
            Study3Data.Indexed, 1.68),
        Rate("A hybrid with an index completes more of a mixed load than SQL with an index", Mixed, Study3Data.HybridIndexed,
            Study3Data.Indexed, 1.16),
        Of("Reads without an index take less CPU than with one (the table; the text says the reverse)", Reads, "CPU share",
            trial => trial.Server?.CpuShare, Study3Data.Indexed, Study3Data.Unindexed, 1.27),
        Of("MongoDB takes more CPU for writes than a hybrid with an index", Writes, "CPU share",
            trial => trial.Server?.CpuShare, Study3Data.Document, Study3Data.HybridIndexed, 1.22),
    ];

    private static (string, string, Func<Study3Data, FindingOutcome>) P95(
        string claim, string mix, string more, string less, double published) =>
        Of(claim, mix, "p95", TrialAverages.P95Ms, more, less, published);

    private static (string, string, Func<Study3Data, FindingOutcome>) Rate(
        string claim, string mix, string more, string less, double published) =>
        Of(claim, mix, "requests/s", Study3Data.PerSecond, more, less, published);

    private static (string, string, Func<Study3Data, FindingOutcome>) Of(
        string claim, string mix, string what, Func<TrialResult, double?> figure, string more, string less, double published) =>
        ($"{claim}.", FormattableString.Invariant($"{published:0.00}x"), data => Judge(data, mix, what, figure, more, less));

    private static FindingOutcome Judge(
        Study3Data data, string mix, string what, Func<TrialResult, double?> figure, string more, string less)
    {
        var (first, second, concurrencies) = data.Pair(more, less, mix, figure);
        if (first is null || second is null || second.Mean <= 0)
        {
            return FindingOutcome.NotMeasured($"No figures of {more} and {less} at one concurrency of {mix}.");
        }

        var ratio = MeanRatio.Of(first, second);
        return FindingOutcome.OfRatio(ratio.Ratio, ratio.IntervalAt(data.Confidence),
            $"{what} of {more} over {less} at {mix}, average of {concurrencies} of 6 concurrencies");
    }
}
