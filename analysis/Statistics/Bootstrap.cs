using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Bias-corrected and accelerated bootstrap intervals (Efron, "Better bootstrap confidence intervals", JASA 82, 1987; Efron, Tibshirani, "An
/// Introduction to the Bootstrap", 1993, ch. 14; acceleration by the jackknife). They assume no distribution, and an interval of
/// a monotone function of the figure is the function of the interval. Their tails are expanded for small samples; docs/explanation/statistics.md has the coverage.
/// </summary>
public static class Bootstrap
{
    /// <summary>The fewest values: below, resamples repeat so often that the interval means little.</summary>
    public const int Fewest = 5;

    /// <summary>Resamples.</summary>
    public const int Resamples = 4999;

    /// <summary>Any fixed number: the same sample gives the same interval everywhere and always.</summary>
    private const ulong Seed = 19870301;

    /// <summary>The interval of a mean.</summary>
    /// <param name="values">The sample, in any order.</param>
    /// <param name="confidence">The confidence level.</param>
    /// <returns>The interval, or null as below.</returns>
    public static Interval? OfMean(IReadOnlyList<double> values, double confidence) => Of(
        values,
        Mean,
        sample =>
        {
            double mean = Mean(sample);
            return [.. sample.Select(value => mean + ((mean - value) / (sample.Length - 1)))];
        },
        confidence);

    /// <summary>The interval of a median.</summary>
    /// <param name="values">The sample, in any order.</param>
    /// <param name="confidence">The confidence level.</param>
    /// <returns>The interval, or null as below.</returns>
    public static Interval? OfMedian(IReadOnlyList<double> values, double confidence) => Of(values, Median, confidence);

    /// <summary>The interval of any figure of a sample.</summary>
    /// <param name="values">The sample, in any order: it is sorted first, so that the order does not matter.</param>
    /// <param name="figure">The figure. It may reorder what it is given.</param>
    /// <param name="confidence">The confidence level.</param>
    /// <returns>The interval, or null for fewer than <see cref="Fewest"/> values, or when every resample lies on one side of the figure.</returns>
    public static Interval? Of(IReadOnlyList<double> values, Func<double[], double> figure, double confidence) => Of(
        values, figure, sample => [.. Enumerable.Range(0, sample.Length).Select(i => figure([.. sample[..i], .. sample[(i + 1)..]]))], confidence);

    /// <param name="values">The sample.</param>
    /// <param name="figure">The figure.</param>
    /// <param name="jackknife">The figures of a sorted sample without its first value, without its second, and so on.</param>
    /// <param name="confidence">The confidence level.</param>
    private static Interval? Of(IReadOnlyList<double> values, Func<double[], double> figure, Func<double[], double[]> jackknife, double confidence)
    {
        if (values.Count < Fewest)
        {
            return null;
        }

        double[] sample = [.. values.Order()];
        double estimate = figure([.. sample]);
        double[] without = jackknife(sample);
        double mean = Mean(without);
        return Bounds(Replicates(sample, figure), estimate, Acceleration([.. without.Select(value => mean - value)]), Reach(sample.Length, sample.Length - 1, confidence));
    }

    /// <summary>
    /// How many standard deviations of the replicates the interval reaches to either side before it is corrected. A resample's variance is too small by
    /// (n - 1) / n, and the normal quantile takes the variance as known: sqrt(n / (n - 1)) and Student's t put both right (Hesterberg, "What teachers should
    /// know about the bootstrap", The American Statistician 69, 2015, 5.3).
    /// </summary>
    private static double Reach(int n, int degreesOfFreedom, double confidence) =>
        Math.Sqrt(n / (n - 1.0)) * StudentT.TwoSided(confidence, degreesOfFreedom);

    private static Interval? Bounds(double[] replicates, double estimate, double acceleration, double reach)
    {
        double below = Below(replicates, estimate);
        if (below is 0 or 1)
        {
            return null;
        }

        double bias = Normal.InvCDF(0, 1, below);
        double Bound(double normal)
        {
            double z = bias + normal;
            return Quantile(replicates, Normal.CDF(0, 1, bias + (z / (1 - (acceleration * z)))));
        }

        return new Interval(Bound(-reach), Bound(reach));
    }

    /// <summary>
    /// The interval of the ratio of two means, each sample resampled for itself: for times with a heavy tail, of whose mean Student's t and Fieller
    /// take too much for granted.
    /// </summary>
    /// <param name="numerator">The sample whose mean is divided, in any order.</param>
    /// <param name="denominator">The sample by whose mean it is divided; all values above 0.</param>
    /// <param name="confidence">The confidence level.</param>
    /// <returns>The interval, or null for fewer than <see cref="Fewest"/> values in a sample, or when every resample lies on one side of the ratio.</returns>
    public static Interval? OfRatio(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator, double confidence)
    {
        if (Math.Min(numerator.Count, denominator.Count) < Fewest)
        {
            return null;
        }

        double[] above = [.. numerator.Order()];
        double[] under = [.. denominator.Order()];
        var random = new SplitMix64(Seed);
        double[] replicates = new double[Resamples];
        for (int round = 0; round < replicates.Length; round++)
        {
            replicates[round] = MeanOfResample(above, ref random) / MeanOfResample(under, ref random);
        }

        // Each sample's jackknife, weighted by its size (Efron, Tibshirani 1993, 14.3 on several samples).
        double whole = Mean(above) / Mean(under);
        double[] ofAbove = Influence(above.Length, i => Mean([.. above[..i], .. above[(i + 1)..]]) / Mean(under), whole);
        double[] ofUnder = Influence(under.Length, i => Mean(above) / Mean([.. under[..i], .. under[(i + 1)..]]), whole);
        return Bounds(replicates, whole, Acceleration([.. ofAbove, .. ofUnder]), Reach(Math.Min(above.Length, under.Length), above.Length + under.Length - 2, confidence));
    }

    private static double MeanOfResample(double[] sample, ref SplitMix64 random)
    {
        double sum = 0;
        for (int i = 0; i < sample.Length; i++)
        {
            sum += sample[random.NextBelow(sample.Length)];
        }

        return sum / sample.Length;
    }

    /// <summary>How far each value moves the figure, as a share of its sample: (n - 1) / n x (mean of the jackknife - its value).</summary>
    private static double[] Influence(int n, Func<int, double> without, double whole)
    {
        double[] values = [.. Enumerable.Range(0, n).Select(i => without(i) - whole)];
        double mean = Mean(values);
        return [.. values.Select(value => (n - 1.0) / n * (mean - value))];
    }

    [MethodImpl(Compiled.AtOnce)]
    private static double[] Replicates(double[] sample, Func<double[], double> figure)
    {
        var random = new SplitMix64(Seed);
        double[] resample = new double[sample.Length];
        double[] replicates = new double[Resamples];
        for (int round = 0; round < replicates.Length; round++)
        {
            for (int i = 0; i < resample.Length; i++)
            {
                resample[i] = sample[random.NextBelow(sample.Length)];
            }

            replicates[round] = figure(resample);
        }

        return replicates;
    }

    /// <summary>The share of replicates that lie below a figure, those that equal it as halves.</summary>
    [MethodImpl(Compiled.AtOnce)]
    private static double Below(double[] replicates, double figure)
    {
        double below = 0;
        foreach (double replicate in replicates)
        {
            below += replicate < figure ? 1 : replicate == figure ? 0.5 : 0;
        }

        return below / replicates.Length;
    }

    /// <summary>A sixth of the skewness of the values' influences.</summary>
    private static double Acceleration(double[] influences)
    {
        double squares = influences.Sum(value => value * value);
        double cubes = influences.Sum(value => value * value * value);
        return squares == 0 ? 0 : cubes / (6 * Math.Pow(squares, 1.5));
    }

    /// <summary>A quantile of values, which it reorders no more than it must: two of thousands do not need all sorted.</summary>
    private static double Quantile(double[] values, double share)
    {
        double at = Math.Clamp(share * (values.Length + 1), 1, values.Length);
        double low = ArrayStatistics.OrderStatisticInplace(values, (int)at);
        double high = ArrayStatistics.OrderStatisticInplace(values, Math.Min((int)at + 1, values.Length));
        return low + ((at - (int)at) * (high - low));
    }

    [MethodImpl(Compiled.AtOnce)]
    private static double Mean(double[] values)
    {
        double sum = 0;
        foreach (double value in values)
        {
            sum += value - values[0];
        }

        return values[0] + (sum / values.Length);
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return SampleStatistics.MedianOfSorted(values);
    }
}
