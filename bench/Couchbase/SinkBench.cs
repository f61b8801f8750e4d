using System.Globalization;

namespace DbIngest.Bench.Couchbase;

/// <summary>
/// Measures the client alone by different options, in turn, for the bench commands <c>values</c>, <c>windows</c> and
/// <c>clients</c>. It writes into a sink that keeps nothing.
/// </summary>
internal static class SinkBench
{
    /// <summary>The alternative that runs <see cref="PreparedDocuments"/>.</summary>
    public const string Prepared = "prepared";

    /// <summary>Runs the alternatives in turn, after a warm-up round, and prints medians.</summary>
    /// <param name="endpoint">The endpoint of the sink.</param>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="records">Number of records.</param>
    /// <param name="alternatives">Options of the endpoint. The word driver before them selects the vendor's driver.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string endpoint, int rounds, int records, IReadOnlyList<string> alternatives)
    {
        var figures = Turns.Run(rounds, alternatives.Count, which => alternatives[which] == Prepared
            ? PreparedDocuments.Run(new Uri(endpoint).Port, records) : Write(endpoint, alternatives[which], records));
        Console.WriteLine(
            $"one source x {records} records in batches of {Trials.Batch} into a sink, a core each where there are two, "
            + $"{rounds} rounds in turn, medians");
        for (int i = 0; i < alternatives.Count; i++)
        {
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{alternatives[i],-20} {Median.Of(figures[i].Select(f => f.RecordsPerS)),11:N0} records/s  client "
                + $"{Median.Of(figures[i].Select(f => f.ClientUsPerRecord)):F3} us "
                + $"({figures[i].Min(f => f.ClientUsPerRecord):F3} to {figures[i].Max(f => f.ClientUsPerRecord):F3})  "
                + $"{Median.Of(figures[i].Select(f => f.BytesPerRecord)):F2} B a record"));
        }

        return 0;
    }

    private static TrialFigures Write(string endpoint, string alternative, int records)
    {
        string[] words = alternative.Split(' ');
        using var target = Trials.Open($"{endpoint}?{words[^1]}", isDriver: words.Length > 1);
        return Trials.Ingest.Run(target, records);
    }
}
