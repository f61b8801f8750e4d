using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Puts the verdict of an analysis across points on two databases into words. <see cref="AnalysisTable"/>, <see
/// cref="MixPairTable"/>, <see cref="PairMatrix"/> and <c>ForestFigures</c> share these words. It claims no difference where a
/// side has too few trials or failed an audit.
/// </summary>
internal static class PairVerdicts
{
    /// <summary>Verdict of a pair in which a side has too few trials, no interval, or a trial that failed its audit.</summary>
    public const string None = "no claim";

    /// <summary>The verdict of B against A at the pair's N, or of A against B.</summary>
    public static string Of(DatabasePair pair, SweepSummary summary, bool isInverse = false)
    {
        bool Bears(Core.Plan.Point point) => summary.Points.FirstOrDefault(other => other.Point == point)
            is { BearsClaims: true, Audit.Verdict: not AuditVerdict.Failed };
        return !Bears(pair.PointA) || !Bears(pair.PointB) ? None
            : pair.RatioInterval is { Low: >= 1 - Comparison.PairThreshold, High: <= 1 / (1 - Comparison.PairThreshold) }
                ? "equivalent"
            : pair.P > 1 - summary.Confidence ? "not told apart"
            : pair.Ratio > 1 != isInverse ? "faster" : "slower";
    }

    /// <summary>The verdict at one N, with a summary of the others.</summary>
    public static string Words(IReadOnlyList<string> all, string here) => all.Count == 1 ? here
        : all.All(verdict => verdict == here) ? FormattableString.Invariant($"{here}, as at all {all.Count} N")
        : $"{here}; of {all.Count} N " + Counted(all);

    /// <summary>Counts each verdict: <c>faster at 3, equivalent at 1</c>.</summary>
    public static string Counted(IReadOnlyList<string> all) =>
        string.Join(", ", all.GroupBy(verdict => verdict).OrderByDescending(group => group.Count())
            .Select(group => FormattableString.Invariant($"{group.Key} at {group.Count()}")));
}
