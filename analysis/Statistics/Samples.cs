namespace DbIngest.Analysis.Statistics;

/// <summary>Several samples of one quantity, made ready for sums of squares.</summary>
internal static class Samples
{
    /// <summary>
    /// Moves all values by their common median. Differences of doubles within a factor of 2 are exact (Sterbenz 1974), so that
    /// digits which all values share cost no accuracy afterwards.
    /// </summary>
    public static double[][] Centred(IReadOnlyList<IReadOnlyList<double>> groups)
    {
        double[] all = [.. groups.SelectMany(group => group).Order()];
        double median = SampleStatistics.MedianOfSorted(all);
        return [.. groups.Select(group => group.Select(value => value - median).ToArray())];
    }

    /// <summary>Whether there are at least two groups and each has at least so many values.</summary>
    public static bool Have(IReadOnlyList<IReadOnlyList<double>> groups, int fewest) =>
        groups.Count > 1 && groups.All(group => group.Count >= fewest);

    /// <summary>The sum of squared deviations from the mean.</summary>
    public static double Squares(SampleStatistics sample) => sample.Sd is { } sd ? sd * sd * (sample.N - 1) : 0;
}
