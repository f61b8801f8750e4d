using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Tests.Compare;
using DbIngest.Analysis.Tests.Statistics;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The A/A study of <c>compare</c>, which the bench command <c>falsealarms SEEDS</c> runs on generated times, 200 comparisons per
/// seed. It prints how often equal distributions are told apart, with independent and with autocorrelated trials, and how often a
/// true difference is found or fails the gate. Without seeds, the command runs only <see cref="Pairs"/> of this class.
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
        ("equal, lag-1 autocorrelation 0.8", new AlarmStudy { Autocorrelation = 0.8 }, 1),
        ("2 % faster", new AlarmStudy { Ratio = 1.02 }, 1),
        ("5 % faster", new AlarmStudy { Ratio = 1.05 }, 1),
        ("10 % faster", new AlarmStudy { Ratio = 1.1 }, 1),
    ];

    private static readonly (string Name, double Ratio)[] Losses =
        [("4 %", 0.96), ("5 %, the allowance", 0.95), ("10 %", 0.9), ("12 %", 0.88), ("15 %", 0.85)];

    public static void Run(int seeds)
    {
        Differences(seeds);
        Console.WriteLine();
        Gates(seeds);
    }

    /// <summary>Pairs as <c>run --ab</c> has them, on a machine that drifts or whose trials depend on those before.</summary>
    public static void Pairs(int sweeps)
    {
        (string Name, PairedStudy Study)[] studies =
        [
            ("equal", new PairedStudy()),
            ("equal, lag-1 autocorrelation 0.5", new PairedStudy { Autocorrelation = 0.5 }),
            ("equal, lag-1 autocorrelation 0.8", new PairedStudy { Autocorrelation = 0.8 }),
            ("equal, slower by half towards the end", new PairedStudy { Autocorrelation = 0.5, Drift = 0.4 }),
            ("equal, one in ten far off", new PairedStudy { IsHeavy = true }),
            ("5 % faster", new PairedStudy { Ratio = 1.05 }),
            ("5 % faster, lag-1 autocorrelation 0.5", new PairedStudy { Ratio = 1.05, Autocorrelation = 0.5 }),
            ("10 % faster", new PairedStudy { Ratio = 1.1 }),
        ];
        int[] pairs = [6, 10, 20];
        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture,
            $"{sweeps} sweeps of pairs each, one point; by the test of pairs, and by Welch's test of the same trials"));
        Console.WriteLine("| distributions | "
            + string.Join(" | ", pairs.Select(n => FormattableString.Invariant($"{n} pairs | Welch"))) + " |");
        Console.WriteLine("| --- |" + string.Concat(pairs.Select(_ => " ---: | ---: |")));
        foreach (var (name, study) in studies)
        {
            var shares = pairs.Select(n => (study with { Pairs = n }).Run(sweeps));
            Console.WriteLine($"| {name} | "
                + string.Join(" | ", shares
                .Select(share => FormattableString.Invariant($"{share.ByPairs:0.0 %} | {share.ByWelch:0.0 %}"))) + " |");
        }
    }

    private static void Gates(int seeds)
    {
        double Failing(double ratio, RegressionGate gate) => Enumerable.Range(1, seeds).AsParallel()
            .SelectMany(seed => new AlarmStudy { Seed = (ulong)seed, Ratio = ratio, Threshold = 0.05, Gate = gate }.Run())
            .Average(result => result.IsRegression ? 1 : 0);
        Console.WriteLine("| true loss, 5 % allowed | fails by `interval` | fails by `estimate` |");
        Console.WriteLine("| --- | ---: | ---: |");
        foreach (var (name, ratio) in Losses)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                    $"| {name} | {Failing(ratio, RegressionGate.Interval):0.0 %} | "
                    + $"{Failing(ratio, RegressionGate.Estimate):0.0 %} |"));
        }
    }

    private static void Differences(int seeds)
    {
        int[] sizes = [5, 10, 20, 30];
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
                $"{seeds} seeds x 200 comparisons, coefficient of variation 5 %, level 5 %: share told apart, least and most "
                + $"of a seed; with 10 trials, how many of those are labelled not steady or autocorrelated"));
        Console.WriteLine("| measured trials a side | " + string.Join(" | ", sizes) + " | labelled |");
        Console.WriteLine("| --- |" + string.Concat(sizes.Select(_ => " ---: |")) + " ---: |");
        foreach (var (name, study, family) in Studies)
        {
            var runs = sizes.ToDictionary(size => size, size => Enumerable.Range(1, seeds).AsParallel().AsOrdered()
                .Select(seed => (study with { Seed = (ulong)seed, Measured = size }).Run(family)).ToList());
            var alarms = runs[10].SelectMany(run => run).Where(result => result.IsAlarm).ToList();
            Console.WriteLine($"| {name} | " + string.Join(" | ", sizes.Select(size => Cell(runs[size])))
                + FormattableString.Invariant(
                    $" | {(alarms.Count == 0 ? 0 : alarms.Count(result => result.Labelled) / (double)alarms.Count):0 %} |"));
        }
    }

    private static string Cell(IReadOnlyList<IReadOnlyList<AlarmResult>> runs)
    {
        double[] shares = [.. runs.Select(run => run.Count(result => result.IsAlarm) / (double)run.Count)];
        return FormattableString.Invariant($"{shares.Average():0.0 %} ({shares.Min() * 100:0.0} to {shares.Max() * 100:0.0})");
    }
}
