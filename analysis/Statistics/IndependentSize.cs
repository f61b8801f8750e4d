namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Computes how many neighbouring values to average so that the averages hardly depend on each other, for tests that assume
/// independent values. <c>TrialGrowth</c> looks for changes in such averages.
/// </summary>
/// <remarks>
/// The autocorrelation comes from differences at lag 1 and 2, whose mean squares have a ratio of 1 + r. A change of level, which
/// the later test must find, affects few of these differences, and the largest tenth of them is left out. Values of correlation r
/// are worth (1 - r) / (1 + r) independent values each (Bayley, Hammersley 1946).
/// </remarks>
internal static class IndependentSize
{
    /// <summary>Larger estimates count as this value, which gives groups of nine.</summary>
    private const double Most = 0.8;

    /// <summary>Smaller estimates count as 0: independent values give them as well.</summary>
    private const double Least = 0.25;

    /// <summary>Share of the differences that counts: the smaller ones.</summary>
    private const double Counted = 0.9;

    /// <summary>With fewer values there is no estimate.</summary>
    private const int Fewest = 10;

    /// <summary>Computes the number of values per group.</summary>
    /// <param name="series">Values in the order of time.</param>
    /// <param name="most">Most groups that the caller can test, at least 1.</param>
    /// <returns>1 or more.</returns>
    public static int Of(IReadOnlyList<double> series, int most)
    {
        double r = series.Count < Fewest ? 0 : Correlation(series);
        return Math.Max((int)Math.Ceiling(series.Count / (double)most), (int)Math.Ceiling(((1 + r) / (1 - r)) - 1e-9));
    }

    private static double Correlation(IReadOnlyList<double> series)
    {
        double next = Typical(series, 1);
        double found = next == 0 ? 0 : (Typical(series, 2) / next) - 1;
        return found < Least ? 0 : Math.Min(found, Most);
    }

    private static double Typical(IReadOnlyList<double> series, int lag)
    {
        double[] squares = [.. series.Skip(lag).Select((value, i) => (value - series[i]) * (value - series[i])).Order()];
        return squares.Take((int)Math.Ceiling(Counted * squares.Length)).Average();
    }
}
