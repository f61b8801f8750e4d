using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>What an analysis across points says of two databases, in words.</summary>
internal static class PairVerdicts
{
    /// <summary>The verdict of a pair of which a side has too few trials, or no interval.</summary>
    public const string None = "no claim";

    /// <summary>The verdict of a pair at its N: of the second against the first, or the other way round.</summary>
    public static string Of(DatabasePair pair, SweepSummary summary, bool isInverse = false)
    {
        bool Bears(Core.Plan.Point point) => summary.Points.FirstOrDefault(other => other.Point == point) is { BearsClaims: true };
        return !Bears(pair.PointA) || !Bears(pair.PointB) ? None
            : pair.RatioInterval is { Low: >= 1 - Comparison.PairThreshold, High: <= 1 / (1 - Comparison.PairThreshold) } ? "equivalent"
            : pair.P > 1 - summary.Confidence ? "not told apart"
            : pair.Ratio > 1 != isInverse ? "faster" : "slower";
    }

    /// <summary>The verdicts over all N in few words: how often each that there is occurs.</summary>
    /// <param name="all">The verdict at each N.</param>
    /// <param name="here">That of the N that is spoken of.</param>
    public static string Words(IReadOnlyList<string> all, string here) => all.Count == 1 ? here
        : all.All(verdict => verdict == here) ? FormattableString.Invariant($"{here}, as at all {all.Count} N")
        : $"{here}; of {all.Count} N " + Counted(all);

    /// <summary>How often each verdict occurs.</summary>
    public static string Counted(IReadOnlyList<string> all) =>
        string.Join(", ", all.GroupBy(verdict => verdict).OrderByDescending(group => group.Count()).Select(group => FormattableString.Invariant($"{group.Key} at {group.Count()}")));
}
