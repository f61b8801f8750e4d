using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The study of the test behind <c>compare</c> alone, which the bench command <c>falsealarms</c> runs without seeds. It makes
/// many more comparisons than whole sweeps allow, of one point with one run per side. Times are normal with a coefficient of
/// variation of 5 %, some autocorrelated, and each test estimates the autocorrelation from its own trials. Each study has three
/// runs of other seeds.
/// </summary>
internal static class TestAlone
{
    private const int Runs = 3;
    private const double Variation = 0.05;
    private const double Level = 0.05;

    private static readonly (string Name, double Autocorrelation, double Ratio)[] Rows =
    [
        ("equal", 0, 1),
        ("equal, lag-1 autocorrelation 0.3", 0.3, 1),
        ("equal, lag-1 autocorrelation 0.5", 0.5, 1),
        ("equal, lag-1 autocorrelation 0.8", 0.8, 1),
        ("5 % faster", 0, 1.05),
        ("10 % faster", 0, 1.1),
    ];

    private static readonly int[] Sizes = [5, 10, 20, 30];

    public static void Run(int comparisons)
    {
        Console.WriteLine(
            FormattableString.Invariant(
            $"The test alone, {Runs} runs of {comparisons} comparisons: told apart at 5 %, least and most of a run; without the effective number of trials, ten a side"));
        Console.WriteLine("| measured trials a side | " + string.Join(" | ", Sizes) + " | 10, as if independent |");
        Console.WriteLine("| --- |" + string.Concat(Sizes.Select(_ => " ---: |")) + " ---: |");
        foreach (var (name, autocorrelation, ratio) in Rows)
        {
            string Cell(int trials, bool isCounted) => Range([.. Enumerable.Range(0, Runs).Select(run =>
                Share(run, comparisons, trials, autocorrelation, ratio, isCounted))]);
            Console.WriteLine($"| {name} | " + string.Join(" | ", Sizes.Select(size => Cell(size, isCounted: true)))
                + $" | {Cell(10, isCounted: false)} |");
        }
    }

    private static string Range(double[] shares) => shares.Max() >= 0.9995
        ? "100 %"
        : string.Create(CultureInfo.InvariantCulture, $"{shares.Min() * 100:0.0} to {shares.Max():0.0 %}");

    private static double Share(int run, int comparisons, int trials, double autocorrelation, double ratio, bool isCounted) =>
        Enumerable.Range(0, comparisons).AsParallel()
            .Average(i => IsAlarm((ulong)((run * comparisons) + i + 1), trials, autocorrelation, ratio, isCounted) ? 1 : 0);

    private static bool IsAlarm(ulong seed, int trials, double autocorrelation, double ratio, bool isCounted)
    {
        var random = new SplitMix64(seed);
        double[] a = Autoregression.Times(ref random, trials, autocorrelation, 1, Variation);
        double[] b = Autoregression.Times(ref random, trials, autocorrelation, 1 / ratio, Variation);
        double estimated = isCounted ? EffectiveSize.Autocorrelation([a, b]) : 0;
        return MeanRatio.Of(MeanEstimate.Of(SampleStatistics.Of(a), estimated),
            MeanEstimate.Of(SampleStatistics.Of(b), estimated)).DifferenceP(1) <= Level;
    }
}
