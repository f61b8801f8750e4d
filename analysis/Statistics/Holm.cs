namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Corrects p-values for testing several hypotheses at once (Holm, Scandinavian Journal of Statistics 6, 1979). <see
/// cref="SteadyState"/>, <c>AcrossMixes</c> and <c>PointComparisons</c> use it. One call must get all p-values of the family, or
/// the correction is too small.
/// </summary>
public static class Holm
{
    /// <summary>Adjusts p-values so that each may be compared with the level of the whole family.</summary>
    /// <returns>The adjusted values in the same order.</returns>
    public static IReadOnlyList<double> Adjust(IReadOnlyList<double> p)
    {
        double[] adjusted = new double[p.Count];
        double running = 0;
        int left = p.Count;
        foreach (int index in Enumerable.Range(0, p.Count).OrderBy(i => p[i]))
        {
            running = Math.Max(running, Math.Min(1, p[index] * left));
            adjusted[index] = running;
            left--;
        }

        return adjusted;
    }
}
