using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Computes whether a number of pairs can show a loss at all: the smallest p-value of n pairs is 2 / 2^n, and Holm's correction
/// multiplies the smallest of k points by k. <c>PairsOutput</c> asks it, so that <c>run --fail-slower</c> is refused, or not
/// judged, where no data could fail the gate.
/// </summary>
public static class PairedPower
{
    /// <summary>True when some differences of the pairs would show a loss at one of the points.</summary>
    /// <param name="pairs">Pairs with figures on both sides; the most of any point.</param>
    /// <param name="points">Points that are judged together, at least 1.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    public static bool CanShow(int pairs, long points, double confidence) =>
        pairs > 1 && points * PairedTest.SmallestP(pairs) <= 1 - confidence;

    /// <summary>The fewest pairs, more than the given ones, that can show a loss; null when no number of pairs can.</summary>
    /// <param name="pairs">Number of pairs that were measured or are planned.</param>
    /// <param name="points">Points that are judged together, at least 1.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    public static int? FewestAbove(int pairs, long points, double confidence) =>
        Enumerable.Range(pairs + 1, Comparison.MoreTrialsMost).Where(more => CanShow(more, points, confidence))
            .Select(more => (int?)more).FirstOrDefault();
}
