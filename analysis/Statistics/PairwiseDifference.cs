namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The difference of two means out of several, which <see cref="GamesHowell"/> or <see cref="TukeyHsd"/> creates. Interval and
/// p-value hold for all pairs together. <c>AcrossPoints</c>, <c>Claim</c> and <c>MixFindings</c> read it.
/// </summary>
/// <param name="First">Index of the first group.</param>
/// <param name="Second">Index of the second group, larger than the first.</param>
/// <param name="Difference">Mean of the second - mean of the first.</param>
/// <param name="Interval">Simultaneous interval of the difference.</param>
/// <param name="P">P-value of no difference, adjusted for all pairs.</param>
public sealed record PairwiseDifference(int First, int Second, double Difference, Interval Interval, double P)
{
    /// <summary>Lists all pairs of groups by their indices.</summary>
    internal static IEnumerable<(int First, int Second)> Pairs(int groups) =>
        from first in Enumerable.Range(0, groups)
        from second in Enumerable.Range(first + 1, groups - first - 1)
        select (first, second);

    /// <summary>Tests a pair by the studentized range: q = difference / (error / sqrt 2).</summary>
    internal static PairwiseDifference Of(
        (int First, int Second) pair, double difference, double error, int groups, double degreesOfFreedom, double critical)
    {
        double half = critical * error / Math.Sqrt(2);
        double q = Math.Abs(difference) / error * Math.Sqrt(2);
        return new PairwiseDifference(
            pair.First,
            pair.Second,
            difference,
            Interval.Around(difference, half),
            StudentizedRange.UpperP(q, groups, degreesOfFreedom));
    }
}
