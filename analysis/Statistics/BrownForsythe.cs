namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Tests of equal variances that do not need normal data: an analysis of variance of the distances from each group's centre, its median
/// (Brown, Forsythe, "Robust tests for the equality of variances", JASA 69, 1974) or its mean (Levene, in "Contributions to
/// Probability and Statistics", 1960).
/// </summary>
public static class BrownForsythe
{
    /// <summary>Tests by distances from the medians.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <returns>The analysis of the distances, or null for fewer than two groups, or distances that do not vary.</returns>
    public static OneWayAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups) => Around(groups, sample => sample.Median);

    /// <summary>Levene's test: by distances from the means.</summary>
    /// <param name="groups">The values of each group.</param>
    /// <returns>The analysis of the distances, or null as above.</returns>
    public static OneWayAnova? Levene(IReadOnlyList<IReadOnlyList<double>> groups) => Around(groups, sample => sample.Mean);

    private static OneWayAnova? Around(IReadOnlyList<IReadOnlyList<double>> groups, Func<SampleStatistics, double> centre) =>
        Samples.Have(groups, 2)
            ? OneWayAnova.Of(
            [
                .. Samples.Centred(groups).Select(group =>
                {
                    double middle = centre(SampleStatistics.Of(group));
                    return group.Select(value => Math.Abs(value - middle)).ToArray();
                }),
            ])
            : null;
}
