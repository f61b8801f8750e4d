using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The study of a point's 95 % confidence interval, which the bench command <c>coverage</c> runs on generated times. It prints
/// how often the interval covers the true mean with autocorrelated trials and with heavy tails, and how often a clean point has
/// an outlier.
/// </summary>
internal static class PointCoverage
{
    private const double Confidence = 0.95;
    private const double Variation = 0.05;

    /// <summary>A sample of which the bootstrap takes 4,999 resamples counts for so many others.</summary>
    private const int BootstrapCost = 5;

    private static readonly int[] Sizes = [5, 10, 20, 30];

    private delegate double Draw(ref SplitMix64 random);

    private static readonly (string Name, Draw Time)[] Distributions =
    [
        ("normal, 5 % variation", (ref SplitMix64 random) => 1 + (Variation * Autoregression.Normal(ref random))),
        ("log-normal, 20 %", (ref SplitMix64 random) => LogNormal(0.2, ref random)),
        ("log-normal, 50 %", (ref SplitMix64 random) => LogNormal(0.5, ref random)),
        ("normal, one in ten half as long again", (ref SplitMix64 random) =>
            (1 + (Variation * Autoregression.Normal(ref random))) * (random.NextDouble() < 0.1 ? 1.5 : 1) / 1.05),
    ];

    public static void Run(int samples)
    {
        Dependence(samples);
        Console.WriteLine();
        Bootstraps(samples / BootstrapCost);
        Console.WriteLine();
        Clean(samples);
    }

    private static void Dependence(int samples)
    {
        Console.WriteLine(
            Text($"{samples} points each, normal times, coefficient of variation {Variation:0 %}: intervals that cover, in brackets as if trials were independent; their mean width as a multiple of that. Standard error {Math.Sqrt(0.95 * 0.05 / samples):0.0 %}"));
        Console.WriteLine("| measured trials | " + string.Join(" | ", Sizes) + " |");
        Console.WriteLine("| --- |" + string.Concat(Sizes.Select(_ => " ---: |")));
        foreach (double autocorrelation in (double[])[0, 0.3, 0.5, 0.6, 0.8])
        {
            Console.WriteLine(Text($"| lag-1 autocorrelation {autocorrelation} | ") + string.Join(" | ", Sizes.Select(size =>
            {
                var found = Samples(samples,
                    (ref SplitMix64 random) => Autoregression.Times(ref random, size, autocorrelation, 1, Variation), times =>
                {
                    var plain = StudentT.OfMean(SampleStatistics.Of(times), Confidence)!.Value;
                    return (Throughput.IntervalOf(1, times, Confidence)?.Contains(1)
                        ?? true, plain.Contains(1), EffectiveSize.Widening(times));
                });
                return Text($"{found.Average(one => one.Item1 ? 1 : 0):0.0 %} ({found.Average(one => one.Item2 ? 1 : 0):0 %}), x{found.Average(one => one.Item3):0.00}");
            })) + " |");
        }
    }

    private static void Bootstraps(int samples)
    {
        Console.WriteLine(
            Text($"{samples} points each, independent trials: intervals that cover, Student's and by bootstrap. Standard error {Math.Sqrt(0.95 * 0.05 / samples):0.0 %}"));
        Console.WriteLine("| measured trials | " + string.Join(" | ", Sizes.Select(size => Text($"{size}, Student | bootstrap")))
            + " |");
        Console.WriteLine("| --- |" + string.Concat(Sizes.Select(_ => " ---: | ---: |")));
        foreach (var (name, time) in Distributions)
        {
            Console.WriteLine($"| {name} | " + string.Join(" | ", Sizes.Select(size =>
            {
                var found = Samples(samples, (ref SplitMix64 random) => Times(size, time, ref random), times => (
                    StudentT.OfMean(SampleStatistics.Of(times), Confidence)!.Value.Contains(1),
                        Bootstrap.OfMean(times, Confidence)?.Contains(1) ?? false));
                return Text($"{found.Average(one => one.Item1 ? 1 : 0):0.0 %} | {found.Average(one => one.Item2 ? 1 : 0):0.0 %}");
            })) + " |");
        }
    }

    private static void Clean(int samples)
    {
        Console.WriteLine(
            "Points of normal times, all from one distribution, of which rule 7 calls at least one trial an outlier");
        Console.WriteLine("| measured trials | " + string.Join(" | ", Sizes) + " |");
        Console.WriteLine("| --- |" + string.Concat(Sizes.Select(_ => " ---: |")));
        Console.WriteLine("| points with an outlier | " + string.Join(" | ", Sizes.Select(size => Text(
            $"{Samples(samples, (ref SplitMix64 random) => Autoregression.Times(ref random, size, 0, 1, Variation), times => Outliers.Flag(times).Contains(true)).Average(flagged => flagged ? 1 : 0):0.0 %}"))) + " |");
    }

    private delegate double[] Sample(ref SplitMix64 random);

    private static List<T> Samples<T>(int samples, Sample draw, Func<double[], T> judge) =>
        [.. Enumerable.Range(1, samples).AsParallel().Select(seed =>
    {
        var random = new SplitMix64((ulong)seed);
        return judge(draw(ref random));
    })];

    private static double[] Times(int size, Draw time, ref SplitMix64 random)
    {
        double[] times = new double[size];
        for (int i = 0; i < size; i++)
        {
            times[i] = time(ref random);
        }

        return times;
    }

    /// <summary>A log-normal value of mean 1.</summary>
    private static double LogNormal(double variation, ref SplitMix64 random)
    {
        double square = Math.Log(1 + (variation * variation));
        return Math.Exp((Math.Sqrt(square) * Autoregression.Normal(ref random)) - (square / 2));
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
