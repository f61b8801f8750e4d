using System.Globalization;

namespace DbIngest.Bench.Sqlite;

/// <summary>
/// Runs alternatives in turn, so that a busy machine affects all alike, and prints medians and ratios to the first. The commands
/// of this bench call it.
/// </summary>
internal static class Rounds
{
    /// <param name="rounds">Rounds that count, after one warm-up round.</param>
    /// <param name="alternatives">Names, and functions that return records/s of one run. The first is the baseline.</param>
    public static void Run(int rounds, IReadOnlyList<(string Name, Func<double> RecordsPerS)> alternatives)
    {
        var rates = Turns.Run(rounds, alternatives.Count, which => alternatives[which].RecordsPerS());
        for (int i = 0; i < alternatives.Count; i++)
        {
            var ratios = rates[i].Zip(rates[0], (rate, first) => rate / first);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{alternatives[i].Name,-52} {Median.Of(rates[i]),12:N0} records/s   ratio {Median.Of(ratios):F2}"));
        }
    }
}
