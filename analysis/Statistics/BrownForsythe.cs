namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The test of equal variances that needs no normal data: an analysis of variance of the distances from the median of each group
/// (Brown, Forsythe, "Robust tests for the equality of variances", JASA 69, 1974). <c>AcrossPoints</c>, <c>AcrossMixes</c> and
/// <c>ThroughputFindings</c> use it.
/// </summary>
public static class BrownForsythe
{
    /// <returns>Null for fewer than two groups, for a group of one value, and when the distances do not vary.</returns>
    public static OneWayAnova? Of(IReadOnlyList<IReadOnlyList<double>> groups) =>
        SampleGroups.Have(groups, 2)
            ? OneWayAnova.Of(
            [
                .. SampleGroups.Centred(groups).Select(group =>
                {
                    double middle = SampleStatistics.Of(group).Median;
                    return group.Select(value => Math.Abs(value - middle)).ToArray();
                }),
            ])
            : null;

    /// <summary>
    /// The p-value of values that are deviations from several means. The deviations from one mean sum to 0, so that each mean
    /// takes a degree of freedom: of two values, both lie equally far from it. The test is exact for two values of each mean, and
    /// cautious for more.
    /// </summary>
    /// <param name="groups">Deviations from means; a group may hold those from several.</param>
    /// <param name="means">Number of means in all groups.</param>
    /// <returns>Null where <see cref="Of"/> gives null, and where no degree of freedom is left.</returns>
    public static double? POfDeviations(IReadOnlyList<IReadOnlyList<double>> groups, int means)
    {
        if (Of(groups) is not { } test || test.Within.DegreesOfFreedom <= means)
        {
            return null;
        }

        int free = test.Within.DegreesOfFreedom - means;
        double f = test.Between.F * free / test.Within.DegreesOfFreedom;
        return UpperTails.F(f, test.Between.DegreesOfFreedom, free);
    }
}
