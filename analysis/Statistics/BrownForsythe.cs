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
}
