using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Tests.Compare;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The A/A study of the comparison over many seeds, 200 comparisons each: how often equal distributions are told apart, with independent
/// trials and with trials that depend on the one before, and how often a true difference is found.
/// </summary>
internal static class FalseAlarms
{
    private static readonly (string Name, AlarmStudy Study, int Family)[] Studies =
    [
        ("equal, 1 point", new AlarmStudy(), 1),
        ("equal, 20 % variation", new AlarmStudy { Variation = 0.2 }, 1),
        ("equal, 5 points each", new AlarmStudy(), 5),
        ("equal, lag-1 autocorrelation 0.3", new AlarmStudy { Autocorrelation = 0.3 }, 1),
        ("equal, lag-1 autocorrelation 0.5", new AlarmStudy { Autocorrelation = 0.5 }, 1),
        ("equal, lag-1 autocorrelation 0.5, 5 points each", new AlarmStudy { Autocorrelation = 0.5 }, 5),
        ("equal, lag-1 autocorrelation 0.6", new AlarmStudy { Autocorrelation = 0.6 }, 1),
        ("2 % faster", new AlarmStudy { Ratio = 1.02 }, 1),
        ("5 % faster", new AlarmStudy { Ratio = 1.05 }, 1),
        ("10 % faster", new AlarmStudy { Ratio = 1.1 }, 1),
    ];

    private static readonly (string Name, double Ratio)[] Losses = [("4 %", 0.96), ("5 %, the allowance", 0.95), ("10 %", 0.9), ("12 %", 0.88), ("15 %", 0.85)];

    public static void Run(int seeds)
    {
        Differences(seeds);
        Console.WriteLine();
        Gates(seeds);
    }

    private static void Gates(int seeds)
    {
        double Failing(double ratio, Gate gate) => Enumerable.Range(1, seeds).AsParallel()
            .SelectMany(seed => new AlarmStudy { Seed = (ulong)seed, Ratio = ratio, Threshold = 0.05, Gate = gate }.Run())
            .Average(result => result.IsRegression ? 1 : 0);
        Console.WriteLine("| true loss, 5 % allowed | fails by `interval` | fails by `estimate` |");
        Console.WriteLine("| --- | ---: | ---: |");
        foreach (var (name, ratio) in Losses)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"| {name} | {Failing(ratio, Gate.Interval):0.0 %} | {Failing(ratio, Gate.Estimate):0.0 %} |"));
        }
    }

    private static void Differences(int seeds)
    {
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{seeds} seeds x 200 comparisons of 10 measured trials a side, coefficient of variation 5 %, level 5 %"));
        Console.WriteLine("| distributions | comparisons | told apart | least and most of a seed | of those labelled not steady or autocorrelated |");
        Console.WriteLine("| --- | ---: | ---: | ---: | ---: |");
        foreach (var (name, study, family) in Studies)
        {
            var runs = Enumerable.Range(1, seeds).AsParallel().AsOrdered()
                .Select(seed => (study with { Seed = (ulong)seed }).Run(family)).ToList();
            double[] shares = [.. runs.Select(run => run.Count(result => result.IsAlarm) / (double)run.Count)];
            var alarms = runs.SelectMany(run => run).Where(result => result.IsAlarm).ToList();
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {name} | {runs.Sum(run => run.Count)} | {shares.Average():0.0 %} | {shares.Min():0.0 %} to {shares.Max():0.0 %} | {(alarms.Count == 0 ? 0 : alarms.Count(result => result.Labelled) / (double)alarms.Count):0 %} |"));
        }
    }
}
