using System.Diagnostics;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// A hundred generated data sets, and what R says of them: one process for all, values and results as files with 17 digits.
/// </summary>
public sealed class RFixture
{
    public const int Sets = 100;

    private const ulong Seed = 20150330;

    private readonly Lazy<ILookup<(int Set, string Name), double>> _results;

    public RFixture()
    {
        var random = new SplitMix64(Seed);
        var data = new List<List<(long, long, double)>>();
        for (int set = 0; set < Sets; set++)
        {
            data.Add(Make(set, ref random));
        }

        Data = data;
        _results = new Lazy<ILookup<(int Set, string Name), double>>(Run);
    }

    /// <summary>The values of each set, with their levels of two factors.</summary>
    internal IReadOnlyList<IReadOnlyList<(long A, long B, double Value)>> Data { get; }

    internal double[] Results(int set, string name) => [.. _results.Value[(set, name)]];

    internal static bool IsThere { get; } = Executable() is not null;

    private static string? Executable() => SearchPath.Find("Rscript");

    /// <summary>
    /// Sets differ in groups, sizes (equal every third time), level, effects, deviations, skewness, ties and missing cells.
    /// Levels and deviations are those of throughputs and of times.
    /// </summary>
    private static List<(long A, long B, double Value)> Make(int set, ref SplitMix64 random)
    {
        int groups = 2 + random.NextBelow(4);
        int columns = 2 + random.NextBelow(4);
        bool balanced = set % 3 == 0;
        int size = 3 + random.NextBelow(10);
        double level = set % 2 == 0 ? 200_000 : 2;
        double deviation = level * (0.005 + (0.1 * random.NextDouble()));
        var values = new List<(long, long, double)>();
        for (int a = 0; a < groups; a++)
        {
            double effectA = 2 * random.NextDouble();
            double spread = balanced ? 1 : 0.5 + random.NextDouble();
            for (int b = 0; b < columns; b++)
            {
                double effectB = 0.5 * b * random.NextDouble();

                // A missing cell now and then, never in the first row or column, which keep the table connected.
                int count = balanced ? size : a > 0 && b > 0 && random.NextBelow(8) == 0 ? 0 : 2 + random.NextBelow(size);
                for (int i = 0; i < count; i++)
                {
                    double noise = Normal(ref random);
                    noise = set % 5 == 0 ? Math.Exp(noise) : noise;
                    double value = level + (deviation * (effectA + effectB + (spread * noise)));
                    values.Add((a, b, set % 7 == 0 ? Math.Round(value / level, 2) * level : value));
                }
            }
        }

        return values;
    }

    private static double Normal(ref SplitMix64 random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private ILookup<(int Set, string Name), double> Run()
    {
        string executable = Executable() ?? throw new InvalidOperationException("Rscript is not there; CI installs r-base-core.");
        using var folder = new TemporaryFolder();
        string samples = Path.Combine(folder.Path, "samples.tsv");
        string results = Path.Combine(folder.Path, "results.tsv");
        var text = new StringBuilder("set\ta\tb\tvalue\n");
        foreach (var (set, values) in Data.Index())
        {
            foreach (var (a, b, value) in values)
            {
                text.Append(CultureInfo.InvariantCulture, $"{set}\t{a}\t{b}\t{value:G17}\n");
            }
        }

        File.WriteAllText(samples, text.ToString());
        string script = Path.Combine(Repository.Root, "tests", "Analysis.Tests", "R", "reference.R");
        using var process = Process.Start(new ProcessStartInfo(executable, ["--vanilla", script, samples, results])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
        })!;
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, errors);
        return File.ReadLines(results).Select(line => line.Split('\t'))
            .ToLookup(fields => (int.Parse(fields[0], CultureInfo.InvariantCulture), fields[1]), fields => Number(fields[3]));
    }

    private static double Number(string text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
}
