namespace DbIngest.Analysis.Statistics;

/// <summary>
/// One-way analysis of variance (Fisher, "Statistical Methods for Research Workers", 1925). It takes the groups' variances as equal;
/// <see cref="WelchAnova"/> does not.
/// </summary>
/// <param name="Between">The effect of the group; its eta squared is R squared.</param>
/// <param name="Within">The variance within the groups.</param>
public sealed record OneWayAnova(AnovaEffect Between, AnovaResidual Within)
{
    /// <summary>Analyses groups of equal or unequal size.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <param name="source">What the groups differ in.</param>
    /// <returns>The analysis, or null for fewer than two groups, an empty one, or no variance within the groups.</returns>
    public static OneWayAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups, string source = "group")
    {
        if (!Samples.Have(groups, 1))
        {
            return null;
        }

        double[][] centred = Samples.Centred(groups);
        SampleStatistics[] samples = [.. centred.Select(SampleStatistics.Of)];
        int n = samples.Sum(sample => sample.N);
        double mean = CompensatedSum.Of(centred.SelectMany(group => group)) / n;
        double between = CompensatedSum.Of(samples.Select(sample => sample.N * (sample.Mean - mean) * (sample.Mean - mean)));
        double within = CompensatedSum.Of(samples.Select(Samples.Squares));
        if (within == 0)
        {
            return null;
        }

        var residual = AnovaResidual.Of(n - samples.Length, within);
        return new OneWayAnova(AnovaEffect.Of(source, samples.Length - 1, between, residual, between + within), residual);
    }
}
