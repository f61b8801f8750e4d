namespace DbIngest.Analysis.Figures.Charts;

/// <summary>
/// The figures of a box plot (Tukey, "Exploratory Data Analysis", 1977, ch. 2). <see cref="BoxChart"/> computes and draws them.
/// They only illustrate: no verdict rests on them.
/// </summary>
/// <param name="LowWhisker">Smallest value within 1.5 interquartile ranges of the box.</param>
/// <param name="HighWhisker">Largest value within 1.5 interquartile ranges of the box.</param>
/// <param name="Outside">Values beyond the whiskers.</param>
/// <param name="FirstQuartile">Quantile 0.25.</param>
/// <param name="Median">Quantile 0.5.</param>
/// <param name="ThirdQuartile">Quantile 0.75.</param>
internal sealed record BoxStatistics(
    double LowWhisker, double FirstQuartile, double Median, double ThirdQuartile, double HighWhisker,
        IReadOnlyList<double> Outside)
{
    /// <summary>Computes the figures.</summary>
    /// <param name="values">At least one value, in any order.</param>
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

    /// <summary>
    /// Interpolates a quantile linearly between order statistics, as R's default (type 7 of Hyndman, Fan, The American
    /// Statistician 50, 1996).
    /// </summary>
    /// <param name="sorted">At least one value, in rising order.</param>
    /// <param name="share">From 0 to 1.</param>
    public static double Quantile(IReadOnlyList<double> sorted, double share)
    {
        double place = share * (sorted.Count - 1);
        int below = (int)Math.Floor(place);
        int above = Math.Min(sorted.Count - 1, below + 1);
        return sorted[below] + ((place - below) * (sorted[above] - sorted[below]));
    }
}
