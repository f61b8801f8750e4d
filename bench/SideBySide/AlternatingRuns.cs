using DbIngest.Core.Measurement;

namespace DbIngest.Bench.SideBySide;

/// <summary>
/// Runs alternatives in turn, starting each round with another one, so that a busy machine affects all alike. It compares each
/// with the first of the list within its round, and reports the median of those ratios.
/// </summary>
internal static class AlternatingRuns
{
    /// <summary>Runs all alternatives.</summary>
    /// <param name="rounds">Rounds that count, after one warm-up round.</param>
    /// <param name="alternatives">The alternatives.</param>
    /// <returns>The figures, in the order of the alternatives.</returns>
    public static IReadOnlyList<Measured> Run(int rounds, IReadOnlyList<Alternative> alternatives)
    {
        var costs = Turns.Run(rounds, alternatives.Count, index => alternatives[index].Run());
        return
        [
            .. alternatives.Select((alternative, i) =>
            {
                double[] ratios = [.. costs[i].Zip(costs[0], (own, first) => own.RecordsPerS / first.RecordsPerS)];
                double[] byCpu = [.. costs[i].Zip(costs[0], (own, first) => first.CpuNsPerRecord / own.CpuNsPerRecord)];
                return new Measured(
                    alternative.Name,
                    Median.Of(costs[i].Select(c => c.RecordsPerS)),
                    Median.Of(ratios),
                    ratios.Min(),
                    ratios.Max(),
                    MedianInterval.Of(ratios),
                    Median.Of(costs[i].Select(c => c.CpuNsPerRecord)),
                    Median.Of(byCpu),
                    MedianInterval.Of(byCpu));
            }),
        ];
    }
}
