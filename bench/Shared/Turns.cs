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
    /// Runs our client and a peer in turn; prints a line per round, and the medians of throughput and client CPU of each round.
    /// </summary>
    /// <param name="own">Name of our client.</param>
    /// <param name="peer">Name of the peer.</param>
    /// <param name="rounds">Rounds that count, after one that does not.</param>
    /// <param name="run">Runs our client (true) or the peer; returns records/s, client CPU in microseconds per record, and a
    /// remark.</param>
    public static void RunPair(string own, string peer, int rounds, Func<bool, (double PerS, double Us, string Remark)> run)
    {
        var figures = Run(rounds, 2, which => run(which == 0), ended: (round, pair) => Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{Name(round),-12} {own} {Text(pair[0])}   {peer} {Text(pair[1])}   throughput {pair[0].PerS / pair[1].PerS:F2}, "
            + $"CPU {pair[1].Us / pair[0].Us:F1}")));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"medians: throughput {own} / {peer} {Median.Of(figures[0].Zip(figures[1], (a, b) => a.PerS / b.PerS)):F2}, "
            + $"client CPU {peer} / {own} {Median.Of(figures[0].Zip(figures[1], (a, b) => b.Us / a.Us)):F1}"));

        static string Text((double PerS, double Us, string Remark) figure) => string.Create(
            CultureInfo.InvariantCulture,
            $"{figure.PerS,9:N0} records/s {figure.Us:F2} us{(figure.Remark.Length > 0 ? $" ({figure.Remark})" : string.Empty)}");
    }

    /// <summary>The name of a round in a line of output.</summary>
    public static string Name(int round) => round < 0 ? "not counted" : FormattableString.Invariant($"round {round + 1}");
}
