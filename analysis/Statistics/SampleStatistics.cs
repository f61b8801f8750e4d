namespace DbIngest.Analysis.Statistics;

/// <summary>The descriptive figures of a sample, in the unit of its values. Summaries carry them to JSON and tables.</summary>
/// <remarks>
/// Summaries, tests and findings create one by <see cref="Of"/>, which refuses values that are not finite. <c>summary.json</c>
/// contains the members, so none may be renamed.
/// </remarks>
public sealed record SampleStatistics
{
    /// <summary>Number of values.</summary>
    public required int N { get; init; }

    /// <summary>Arithmetic mean.</summary>
    public required double Mean { get; init; }

    /// <summary>Standard deviation (divisor n - 1); null when n is 1.</summary>
    public required double? Sd { get; init; }

    /// <summary>Coefficient of variation, sd / mean, as a share; null when n is 1 or the mean is 0.</summary>
    public required double? Cv { get; init; }

    /// <summary>Smallest value.</summary>
    public required double Min { get; init; }

    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    public required double Median { get; init; }

    /// <summary>Largest value.</summary>
    public required double Max { get; init; }

    /// <summary>
    /// Describes a sample. The variance is the corrected two-pass formula (Chan, Golub, LeVeque, "Algorithms for computing the
    /// sample variance", The American Statistician 37, 1983) over compensated sums, so that equal leading digits cost no
    /// accuracy.
    /// </summary>
    /// <param name="values">At least one finite value, in any order.</param>
    /// <exception cref="ArgumentException">There is no value, or a value is not finite.</exception>
    public static SampleStatistics Of(IReadOnlyList<double> values)
    {
        if (values.Count == 0 || !values.All(double.IsFinite))
        {
            throw new ArgumentException("A sample needs at least one value, and finite ones only.", nameof(values));
        }

        double[] sorted = [.. values.Order()];
        int n = sorted.Length;

        // Centred on the median: a sum of large values would round before the division.
        double median = MedianOfSorted(sorted);
        double mean = median + (CompensatedSum.Of(sorted.Select(value => value - median)) / n);
        double? sd = n < 2 ? null : Math.Sqrt(SumOfSquares(sorted, mean) / (n - 1));
        return new SampleStatistics
        {
            N = n,
            Mean = mean,
            Sd = sd,
            Cv = mean == 0 ? null : sd / Math.Abs(mean),
            Min = sorted[0],
            Median = median,
            Max = sorted[^1],
        };
    }

    /// <summary>Describes a sample; null for an empty one.</summary>
    public static SampleStatistics? OfAny(IReadOnlyList<double> values) => values.Count == 0 ? null : Of(values);

    internal static double MedianOfSorted(ReadOnlySpan<double> sorted)
    {
        int middle = sorted.Length / 2;
        return sorted.Length % 2 == 1
            ? sorted[middle]
            : sorted[middle - 1] + ((sorted[middle] - sorted[middle - 1]) / 2);
    }

    private static double SumOfSquares(double[] values, double mean)
    {
        double squares = CompensatedSum.Of(values.Select(value => (value - mean) * (value - mean)));
        double residue = CompensatedSum.Of(values.Select(value => value - mean));
        return Math.Max(0, squares - (residue * residue / values.Length));
    }
}
