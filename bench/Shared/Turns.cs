using System.Globalization;

namespace DbIngest.Bench;

/// <summary>
/// Runs alternatives in turn: every round runs each once and starts with another one, so that a busy machine affects all alike.
/// Every bench that compares ways to write uses this order.
/// </summary>
internal static class Turns
{
    /// <summary>Runs all rounds.</summary>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="count">Number of alternatives.</param>
    /// <param name="run">Runs the alternative of an index and measures it.</param>
    /// <param name="warmUps">Rounds before, which do not count.</param>
    /// <param name="ended">Called after each round with its number, negative in a warm-up, and the figures of that round by
    /// index.</param>
    /// <returns>The figures of each alternative, one per counted round.</returns>
    public static IReadOnlyList<IReadOnlyList<T>> Run<T>(
        int rounds, int count, Func<int, T> run, int warmUps = 1, Action<int, IReadOnlyList<T>>? ended = null)
    {
        var figures = Enumerable.Range(0, count).Select(_ => new List<T>()).ToArray();
        for (int round = -warmUps; round < rounds; round++)
        {
            var ofRound = new T[count];
            for (int turn = 0; turn < count; turn++)
            {
                int index = (turn + round + warmUps) % count;
                ofRound[index] = run(index);
                if (round >= 0)
                {
                    figures[index].Add(ofRound[index]);
                }
            }

            ended?.Invoke(round, ofRound);
        }

        return figures;
    }

    /// <summary>
    /// Runs the product's client and a peer in turn. Prints a line per round, and the medians of the rounds' ratios.
    /// </summary>
    /// <param name="own">Name of the product's client.</param>
    /// <param name="peer">Name of the peer.</param>
    /// <param name="rounds">Rounds that count, after one that does not.</param>
    /// <param name="run">Runs the product's client (true) or the peer, and measures it.</param>
    public static void RunPair(string own, string peer, int rounds, Func<bool, PairFigure> run)
    {
        var figures = Run(rounds, 2, which => run(which == 0), ended: (round, pair) => Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{Name(round),-12} {own} {Text(pair[0])}   {peer} {Text(pair[1])}   throughput {pair[0].PerS / pair[1].PerS:F2}, "
            + $"CPU {pair[1].Us / pair[0].Us:F1}")));
        Summarize("medians", figures[0], figures[1]);
        if (figures[1].All(figure => figure.WithoutStart is not null))
        {
            Summarize($"without the start of {peer}", figures[0], figures[1].Select(figure => figure.WithoutStart!));
        }

        void Summarize(string what, IEnumerable<PairFigure> ours, IEnumerable<PairFigure> theirs)
        {
            var pairs = ours.Zip(theirs).ToList();
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{what}: throughput {own} / {peer} {Median.Of(pairs.Select(p => p.First.PerS / p.Second.PerS)):F2}, "
                + $"client CPU {peer} / {own} {Median.Of(pairs.Select(p => p.Second.Us / p.First.Us)):F1}"));
        }

        static string Text(PairFigure figure) => string.Create(
            CultureInfo.InvariantCulture,
            $"{figure.PerS,9:N0} records/s {figure.Us:F2} us{(figure.Remark.Length > 0 ? $" ({figure.Remark})" : string.Empty)}"
            + $"{(figure.WithoutStart is { } rest ? $", without its start {Text(rest)}" : string.Empty)}");
    }

    /// <summary>The name of a round in a line of output.</summary>
    public static string Name(int round) => round < 0 ? "not counted" : FormattableString.Invariant($"round {round + 1}");
}
