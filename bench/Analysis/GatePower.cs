using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The study of the regression gate, which the bench command <c>gate</c> runs. It prints how often <c>compare</c> fails a build
/// at a true loss, and how often it calls the sides equivalent. Times are generated: one point, ten normal trials per run, a mean
/// that differs from run to run, and one run per side or several.
/// </summary>
internal static class GatePower
{
    private const int Trials = 10;
    private const double Variation = 0.02;
    private const double Allowance = 0.05;
    private const double Level = 0.05;

    private static readonly double[] Losses = [0, 0.03, 0.05, 0.08, 0.1, 0.15];

    private static readonly (int Baseline, int New)[] Runs = [(1, 1), (3, 3), (5, 5), (5, 1)];

    public static void Run(int builds)
    {
        Console.WriteLine(
            Text($"{builds} builds each, one point, {Trials} trials a run, coefficient of variation {Variation:0 %}, {Allowance:0 %} allowed. Standard error {Math.Sqrt(0.025 * 0.975 / builds):0.0 %} at 2.5 %"));
        foreach (var (name, verdict) in ((string, Func<MeanRatio, bool>)[])[("fails by `interval`", ByInterval),
            ("fails by `estimate`", ByEstimate), ("called equivalent", IsEquivalent)])
        {
            Console.WriteLine();
            Console.WriteLine($"| {name}, at a true loss of | " + string.Join(" | ", Losses.Select(loss => Text($"{loss:0 %}")))
                + " |");
            Console.WriteLine("| --- |" + string.Concat(Losses.Select(_ => " ---: |")));
            foreach (var (baseline, other) in Runs)
            {
                foreach (double spread in (double[])[0, 0.01, 0.03])
                {
                    string row = Text(
                        $"| {baseline} against {(other == 1 ? "1 run" : $"{other} runs")}, which differ by {spread:0 %} | ");
                    Console.WriteLine(row
                        + string.Join(" | ", Losses
                        .Select(loss => Text($"{Share(builds, baseline, other, spread, loss, verdict):0.0 %}"))) + " |");
                }
            }
        }
    }

    // As Comparison judges one point: the ratio of throughputs B / A is that of times A / B.
    private static bool ByInterval(MeanRatio times) => 2 * times.SmallerP(1 - Allowance) <= Level;

    private static bool ByEstimate(MeanRatio times) => !IsEquivalent(times) && times.DifferenceP(1) <= Level
        && times.Ratio < 1 - Allowance;

    private static bool IsEquivalent(MeanRatio times) => times.EquivalenceP(1 - Allowance, 1 / (1 - Allowance)) <= Level;

    private static double Share(int builds, int runsA, int runsB, double spread, double loss, Func<MeanRatio, bool> verdict) =>
        Enumerable.Range(1, builds).AsParallel().Average(seed =>
        {
            var random = new SplitMix64((ulong)seed);
            double[][] a = Side(runsA, spread, 1, ref random);
            double[][] b = Side(runsB, spread, 1 / (1 - loss), ref random);
            return verdict(Ratio(a, b)) ? 1 : 0;
        });

    private static MeanRatio Ratio(double[][] a, double[][] b)
    {
        if (a.Length == 1)
        {
            double dependence = EffectiveSize.Autocorrelation([a[0], b[0]]);
            return MeanRatio.Of(MeanEstimate.Of(SampleStatistics.Of(a[0]), dependence),
                MeanEstimate.Of(SampleStatistics.Of(b[0]), dependence));
        }

        var baseline = OfRuns(a);
        if (b.Length > 1)
        {
            return MeanRatio.Of(baseline, OfRuns(b));
        }

        double mean = b[0].Average();
        double error = Math.Sqrt(baseline.SquaredError * a.Length) / baseline.Mean * mean;
        return MeanRatio.OfShared(baseline, new MeanEstimate(mean, error * error, baseline.DegreesOfFreedom),
            baseline.DegreesOfFreedom);
    }

    private static MeanEstimate OfRuns(double[][] runs) =>
        MeanEstimate.Of(SampleStatistics.Of([.. runs.Select(run => run.Average())]));

    private static double[][] Side(int runs, double spread, double mean, ref SplitMix64 random)
    {
        double[][] side = new double[runs][];
        for (int i = 0; i < runs; i++)
        {
            double ofRun = mean * (1 + (spread * Autoregression.Normal(ref random)));
            side[i] = Autoregression.Times(ref random, Trials, 0, ofRun, Variation);
        }

        return side;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
