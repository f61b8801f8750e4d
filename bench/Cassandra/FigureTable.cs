using System.Globalization;

namespace DbIngest.Bench.Cassandra;

/// <summary>
/// Prints the medians of several ways to write as a table, with the medians of each round's ratios to the first way. The bench
/// commands <c>shapes</c>, <c>peers</c> and <c>clients</c> call it after their rounds.
/// </summary>
internal static class FigureTable
{
    /// <summary>Writes the table.</summary>
    /// <param name="names">Names of the ways, in the order of the figures.</param>
    /// <param name="figures">The figures of each, one a round.</param>
    /// <param name="title">The heading above the table.</param>
    public static void Write(IReadOnlyList<string> names, IReadOnlyList<IReadOnlyList<TrialFigures>> figures, string title)
    {
        Console.WriteLine(title);
        for (int i = 0; i < names.Count; i++)
        {
            double ratio = Median(figures[i].Zip(figures[0], (a, b) => a.RecordsPerS / b.RecordsPerS), r => r);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{names[i],-58} {Median(figures[i], f => f.RecordsPerS),9:N0} records/s  ratio {ratio:F2}"
                + $"  client {Median(figures[i], f => f.ClientUsPerRecord):F2} us  "
                + $"{Median(figures[i], f => f.BytesPerRecord):F2} B  p99 {Median(figures[i], f => f.P99Ms):F1} ms"));
        }
    }

    /// <summary>The median of a value.</summary>
    public static double Median<T>(IEnumerable<T> items, Func<T, double> value) => Bench.Median.Of(items.Select(value));
}
