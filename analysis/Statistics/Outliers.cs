namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Finds values far from the rest by the modified z-score 0.6745 (x - median) / MAD beyond 3.5 (Iglewicz, Hoaglin, "How to Detect
/// and Handle Outliers", ASQC 1993). <c>PointSummaries</c> flags trials by it. Values are flagged, never dropped.
/// </summary>
public static class Outliers
{
    /// <summary>A value with a larger modified z-score is flagged.</summary>
    public const double Threshold = 3.5;

    /// <param name="values">In any order.</param>
    /// <returns>One flag per value. All false below four values: there is no rest to be far from.</returns>
    public static IReadOnlyList<bool> Flag(IReadOnlyList<double> values)
    {
        if (values.Count < 4)
        {
            return [.. values.Select(_ => false)];
        }

        double median = Median(values);
        double[] deviations = [.. values.Select(value => Math.Abs(value - median))];
        double scale = Median(deviations) / 0.6745;
        if (scale == 0)
        {
            // More than half of the values are equal: the mean absolute deviation replaces the median one (ibid.).
            scale = SampleStatistics.Of(deviations).Mean * 1.253314;
        }

        return [.. deviations.Select(deviation => scale > 0 && deviation / scale > Threshold)];
    }

    private static double Median(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values.Order()];
        return SampleStatistics.MedianOfSorted(sorted);
    }
}
