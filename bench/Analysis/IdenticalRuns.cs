using System.Globalization;
using DbIngest.Analysis;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Bench.SideBySide;
using DbIngest.Core.Results;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// The A/A study on real sweeps, which the bench command <c>identical</c> runs. It starts the built program again and again with
/// the same options, and prints how often <c>compare</c> tells the results apart: with one run per side, with several per side in
/// blocks or in turn, and for alternate trials of one sweep.
/// </summary>
internal static class IdenticalRuns
{
    private const double Threshold = 0.05;
    private const double Level = 1.96;

    /// <summary>Runs the sweeps and prints a table.</summary>
    /// <param name="sweeps">Number of sweeps. A multiple of twice the runs per side leaves none unused.</param>
    /// <param name="runs">Runs per side in the comparisons of several runs, at least 2.</param>
    /// <param name="program">The built program and its arguments, without those of the run.</param>
    /// <param name="options">The options of every run.</param>
    public static void Run(int sweeps, int runs, string program, IReadOnlyList<string> options)
    {
        using var scratch = new ScratchFolder();
        var results = new List<(Manifest Manifest, IReadOnlyList<JournalEntry> Journal)>();
        for (int i = 0; i < sweeps; i++)
        {
            string place = Path.Combine(scratch.Path, i.ToString(CultureInfo.InvariantCulture));
            PeerProgram.Run(program, ["run", "--quiet", "--out", place, .. options]);
            var folder = ResultFolder.Open(Directory.GetDirectories(place).Single());
            results.Add((folder.ReadManifest(), Journal.Read(folder.JournalFile)));
            Console.Error.WriteLine($"{i + 1} of {sweeps} sweeps");
        }

        SweepSummary[] all = [.. results.Select(result => Summarizer.Of(result.Manifest, result.Journal))];
        Console.WriteLine($"Load average: {File.ReadAllText("/proc/loadavg").Trim()}");
        Console.WriteLine($"{sweeps} sweeps of: {string.Join(' ', options)}");
        Console.WriteLine("| sides | points compared | told apart | 95 % interval | slower beyond 5 % |");
        Console.WriteLine("| --- | ---: | ---: | ---: | ---: |");
        Print("one run a side, back to back", all.Chunk(2).Where(pair => pair.Length == 2)
            .Select(pair => Comparison.Of(pair[0], pair[1], Threshold)));
        var groups = all.Chunk(2 * runs).Where(group => group.Length == 2 * runs).ToList();
        Print($"{runs} runs a side, one side after the other", groups
            .Select(group => Comparison.Of(group[..runs], group[runs..], Threshold)));
        Print($"{runs} runs a side, in turn", groups.Select(group => Comparison.Of(
            [.. group.Where((_, i) => i % 2 == 0)], [.. group.Where((_, i) => i % 2 == 1)], Threshold)));
        if (results[0].Manifest.Configuration.PairAxis is { } axis)
        {
            Print("sides of one sweep, in pairs", all.Select(sweep => Comparison.OfPairs(sweep, axis, Threshold)));
        }

        Print("trials of one sweep, in turn", results
            .Select(result => Comparison.Of(Half(result, 0), Half(result, 1), Threshold)));
    }

    /// <summary>Every second measured trial of each point.</summary>
    private static SweepSummary Half((Manifest Manifest, IReadOnlyList<JournalEntry> Journal) result, int parity) =>
        Summarizer.Of(
        result.Manifest,
            [.. result.Journal.Where(entry => entry is not TrialResult trial || trial.WarmUp || trial.Trial % 2 == parity)]);

    private static void Print(string name, IEnumerable<Comparison> comparisons)
    {
        PointComparison[] points = [.. comparisons.SelectMany(comparison => comparison.Points)];
        int apart = points.Count(point => point.Verdict is PointVerdict.Faster or PointVerdict.Slower);
        var (low, high) = Wilson(apart, points.Length);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"| {name} | {points.Length} | {apart} | {low:0 %} to {high:0 %} | {points.Count(point => point.IsRegression)} |"));
    }

    /// <summary>Wilson's interval of a share (JASA 22, 1927).</summary>
    private static (double Low, double High) Wilson(int count, int n)
    {
        if (n == 0)
        {
            return (0, 1);
        }

        double p = (double)count / n;
        double square = Level * Level / n;
        double half = Level * Math.Sqrt((p * (1 - p) / n) + (square / (4 * n)));
        return ((p + (square / 2) - half) / (1 + square), (p + (square / 2) + half) / (1 + square));
    }
}
