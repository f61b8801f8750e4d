namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Prepares groups of values for sums of squares. The analyses of variance (<see cref="OneWayAnova"/>, <see cref="TwoWayAnova"/>,
/// <see cref="WelchAnova"/>), the comparisons of pairs (<see cref="GamesHowell"/>, <see cref="TukeyHsd"/>) and the tests of
/// groups (<see cref="BrownForsythe"/>, <see cref="KruskalWallis"/>) share these steps. It tests nothing itself.
/// </summary>
internal static class SampleGroups
{
    /// <summary>
    /// Subtracts the common median from all values. Differences of doubles within a factor of 2 are exact (Sterbenz 1974), so
    /// that equal leading digits cost no accuracy afterwards.
    /// </summary>
    public static double[][] Centred(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        double[] all = [.. groups.SelectMany(group => group).Order()];
        double median = SampleStatistics.MedianOfSorted(all);
        return [.. groups.Select(group => group.Select(value => value - median).ToArray())];
    }

    /// <summary>True when there are at least two groups, each with at least <paramref name="fewest"/> values.</summary>
    public static bool Have(IReadOnlyList<IReadOnlyList<double>> groups, int fewest) =>
        groups.Count > 1 && groups.All(group => group.Count >= fewest);

    /// <summary>Sum of squared deviations from the mean.</summary>
    public static double Squares(SampleStatistics sample) => sample.Sd is { } sd ? sd * sd * (sample.N - 1) : 0;
}
