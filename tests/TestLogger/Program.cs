using System.Globalization;

namespace DbIngest.Tests;

/// <summary>Prints what the last run of all test projects missed: a line a need, over all projects.</summary>
internal static class Program
{
    /// <summary>The most lines that are printed; the last one names all further needs.</summary>
    private const int MostLines = 20;

    /// <summary>Reads the <c>skipped.tsv</c> that each test project leaves beside its assembly.</summary>
    /// <param name="args">The folder to search.</param>
    private static void Main(string[] args)
    {
        var needs = Directory.EnumerateFiles(args[0], "skipped.tsv", SearchOption.AllDirectories)
            .SelectMany(File.ReadLines)
            .Select(line => line.Split('\t'))
            .GroupBy(fields => fields[0], (name, lines) => (Name: name, Lines: lines.ToList()))
            .Select(need => (need.Name, Tests: need.Lines.Sum(fields => int.Parse(fields[1], CultureInfo.InvariantCulture)),
                Remedy: need.Lines[0][2]))
            .OrderByDescending(need => need.Tests)
            .ToList();
        int shown = needs.Count > MostLines ? MostLines - 1 : needs.Count;
        foreach (var (name, tests, remedy) in needs[..shown])
        {
            Console.WriteLine($"{name}: {Skipped(tests)}; {remedy}");
        }

        if (shown < needs.Count)
        {
            Console.WriteLine(
                $"{Skipped(needs[shown..].Sum(need => need.Tests))} for "
                + $"{string.Join(", ", needs[shown..].Select(need => need.Name))}");
        }
    }

    private static string Skipped(int tests) =>
        string.Create(CultureInfo.InvariantCulture, $"{tests} {(tests == 1 ? "test" : "tests")} skipped");
}
