namespace DbIngest.Analysis.Figures.Charts;

/// <summary>What a box plot shows of a sample (Tukey, "Exploratory Data Analysis", 1977, ch. 2).</summary>
/// <param name="LowWhisker">The smallest value within 1.5 interquartile ranges of the box.</param>
/// <param name="FirstQuartile">A quarter of the values lies below.</param>
/// <param name="Median">Half of them.</param>
/// <param name="ThirdQuartile">Three quarters.</param>
/// <param name="HighWhisker">The largest value within 1.5 interquartile ranges of the box.</param>
/// <param name="Outside">The values beyond the whiskers.</param>
internal sealed record BoxStatistics(
    double LowWhisker, double FirstQuartile, double Median, double ThirdQuartile, double HighWhisker, IReadOnlyList<double> Outside)
{
    /// <summary>Describes a sample of at least one value.</summary>
    public static BoxStatistics Of(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values.Order()];
        double first = Quantile(sorted, 0.25);
        double third = Quantile(sorted, 0.75);
        double reach = 1.5 * (third - first);
        double[] inside = [.. sorted.Where(value => value >= first - reach && value <= third + reach)];
        return new BoxStatistics(
            Math.Min(inside[0], first),
            first,
            Quantile(sorted, 0.5),
            third,
            Math.Max(inside[^1], third),
            [.. sorted.Where(value => value < first - reach || value > third + reach)]);
    }

    /// <summary>Linear between order statistics, as R's default (type 7 of Hyndman, Fan, The American Statistician 50, 1996).</summary>
    public static double Quantile(IReadOnlyList<double> sorted, double share)
    {
        double place = share * (sorted.Count - 1);
        int below = (int)Math.Floor(place);
        int above = Math.Min(sorted.Count - 1, below + 1);
        return sorted[below] + ((place - below) * (sorted[above] - sorted[below]));
    }
}
