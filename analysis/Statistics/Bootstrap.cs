using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Bias-corrected and accelerated bootstrap intervals (Efron, "Better bootstrap confidence intervals", JASA 82, 1987; Efron,
/// Tibshirani, "An Introduction to the Bootstrap", 1993, ch. 14; acceleration by the jackknife). They assume no distribution.
/// <see cref="Throughput"/>, <c>RankRatio</c> and <c>AbsoluteGate</c> take intervals from it. The interval of a monotone function
/// of a figure is the function of its interval. Tails are expanded for small samples: docs/explanation/statistics.md has the
/// coverage that simulation finds.
/// </summary>
public static class Bootstrap
{
    /// <summary>Samples with fewer values have no interval: their resamples repeat too often.</summary>
    public const int Fewest = 5;

    /// <summary>Number of resamples behind each interval.</summary>
    public const int Resamples = 4999;

    /// <summary>Fixed, so that a sample gives the same interval in every run and on every machine.</summary>
    private const ulong Seed = 19870301;

    /// <summary>The interval of the mean.</summary>
    /// <param name="values">In any order.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>
    /// Null under the same conditions as <see cref="Of(IReadOnlyList{double}, Func{double[], double}, double)"/>.
    /// </returns>
    public static Interval? OfMean(IReadOnlyList<double> values, double confidence) => Of(
        values,
        Mean,
        sample =>
        {
            double mean = Mean(sample);
            return [.. sample.Select(value => mean + ((mean - value) / (sample.Length - 1)))];
        },
        confidence);

    /// <summary>The interval of a figure of a sample.</summary>
    /// <param name="values">In any order; the method sorts a copy.</param>
    /// <param name="figure">Computes the figure of a resample. May reorder the array that it gets.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>
    /// Null for fewer than <see cref="Fewest"/> values, and when every resample lies on one side of the figure.
    /// </returns>
    public static Interval? Of(IReadOnlyList<double> values, Func<double[], double> figure, double confidence) => Of(
        values, figure, sample =>
            [.. Enumerable.Range(0, sample.Length).Select(i => figure([.. sample[..i], .. sample[(i + 1)..]]))], confidence);

    private static Interval? Of(IReadOnlyList<double> values, Func<double[], double> figure, Func<double[], double[]> jackknife,
        double confidence)
    {
        if (values.Count < Fewest)
        {
            return null;
        }

        double[] sample = [.. values.Order()];
        double estimate = figure([.. sample]);
        double[] without = jackknife(sample);
        double mean = Mean(without);
        return Bounds(Replicates(sample, figure), estimate, Acceleration([.. without.Select(value => mean - value)]),
            Reach(sample.Length, sample.Length - 1, confidence));
    }

    /// <summary>
    /// Half-width before correction, in standard deviations of the replicates. The variance of a resample is too small by (n - 1)
    /// / n, and the normal quantile treats the variance as known: the factor sqrt(n / (n - 1)) and Student's t correct both
    /// (Hesterberg, "What teachers should know about the bootstrap", The American Statistician 69, 2015, 5.3).
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
            double denominator = 1 - (acceleration * z);

            // The corrected quantile tends to infinity where the denominator tends to 0: beyond that the bound is the extreme
            // replicate on its side. The formula would come back from the other end of the replicates.
            return Quantile(replicates, denominator > 0 ? Normal.CDF(0, 1, bias + (z / denominator)) : z > 0 ? 1 : 0);
        }

        return new Interval(Bound(-reach), Bound(reach));
    }

    /// <summary>
    /// The interval of the ratio of two means; each sample is resampled on its own. <c>compare</c> shows it for times with a
    /// heavy tail, where Student's t and Fieller's interval assume too much.
    /// </summary>
    /// <param name="numerator">Sample of the mean above the line, in any order.</param>
    /// <param name="denominator">Sample of the mean below the line, in any order; all values above 0.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>
    /// Null when a sample has fewer than <see cref="Fewest"/> values, and when every resample lies on one side of the ratio.
    /// </returns>
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

        // Each jackknife is weighted by the size of its sample (Efron, Tibshirani 1993, 14.3 on several samples).
        double whole = Mean(above) / Mean(under);
        double[] ofAbove = Influence(above.Length, i => Mean([.. above[..i], .. above[(i + 1)..]]) / Mean(under), whole);
        double[] ofUnder = Influence(under.Length, i => Mean(above) / Mean([.. under[..i], .. under[(i + 1)..]]), whole);
        return Bounds(replicates, whole, Acceleration([.. ofAbove, .. ofUnder]),
            Reach(Math.Min(above.Length, under.Length), above.Length + under.Length - 2, confidence));
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

    /// <summary>
    /// The influence of each value on the figure: (n - 1) / n x (mean of the jackknife - its value without that value).
    /// </summary>
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

    /// <summary>The share of replicates below a figure; replicates equal to it count half.</summary>
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

    /// <summary>One sixth of the skewness of the influences.</summary>
    private static double Acceleration(double[] influences)
    {
        double squares = influences.Sum(value => value * value);
        double cubes = influences.Sum(value => value * value * value);
        return squares == 0 ? 0 : cubes / (6 * Math.Pow(squares, 1.5));
    }

    /// <summary>A quantile. Selects it instead of sorting all values, and so reorders them.</summary>
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
}
