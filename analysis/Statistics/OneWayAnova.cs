namespace DbIngest.Analysis.Statistics;

/// <summary>
/// One-way analysis of variance (Fisher, "Statistical Methods for Research Workers", 1925). It assumes equal variances of the
/// groups. The analysis over mixes runs it on throughput, <see cref="BrownForsythe"/> on distances from medians, and
/// <see cref="TukeyHsd"/> takes its residual.
/// </summary>
/// <param name="Between">Effect of the group; its eta squared is R squared.</param>
/// <param name="Within">Variance within the groups.</param>
/// <remarks>
/// Tests compare it with R's <c>aov</c> and with NIST's certified figures. <c>AcrossMixes</c> and <c>MixFindings</c> run it.
/// <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record OneWayAnova(AnovaEffect Between, AnovaResidual Within)
{
    /// <returns>Null for fewer than two groups, an empty group, or no variance within the groups.</returns>
    public static OneWayAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups, string source = "group")
    {
        if (!SampleGroups.Have(groups, 1))
        {
            return null;
        }

        double[][] centred = SampleGroups.Centred(groups);
        SampleStatistics[] samples = [.. centred.Select(SampleStatistics.Of)];
        int n = samples.Sum(sample => sample.N);
        double mean = CompensatedSum.Of(centred.SelectMany(group => group)) / n;
        double between = CompensatedSum.Of(samples.Select(sample => sample.N * (sample.Mean - mean) * (sample.Mean - mean)));
        double within = CompensatedSum.Of(samples.Select(SampleGroups.Squares));
        if (within == 0)
        {
            return null;
        }

        var residual = AnovaResidual.Of(n - samples.Length, within);
        return new OneWayAnova(AnovaEffect.Of(source, samples.Length - 1, between, residual, between + within), residual);
    }
}
