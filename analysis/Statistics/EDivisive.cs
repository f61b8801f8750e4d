using System.Runtime.CompilerServices;
using DbIngest.Abstractions.Records;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// E-divisive: finds changes of distribution in a series of independent values, however many there are (Matteson, James, "A
/// nonparametric approach for multiple change point analysis of multivariate data", Journal of the American Statistical
/// Association 109, 2014). With the same statistic MongoDB and Apache Otava watch their builds for regressions (Daly et al., "The
/// use of change point detection to identify software performance regressions", ICPE 2020).
/// </summary>
/// <remarks>
/// Series are split where the energy distance of both parts is largest, as long as a permutation test within the parts finds the
/// split significant: p = (b + 1) / (m + 1). So the chance of a false change in a series without change is at most the level,
/// whatever the distribution of its values. The draws have a fixed seed. <c>compare --history</c> runs it on the logarithms of
/// throughput, <c>TrialGrowth</c> on the throughput within a trial.
/// </remarks>
public static class EDivisive
{
    /// <summary>Fewest values of a part: one run that went wrong is no change of level.</summary>
    public const int FewestInPart = 2;

    /// <summary>
    /// Longest series that a caller may pass: the time of the test grows with rounds x values^2. <see cref="Of"/> does not check
    /// it. <c>CompareHistory</c> refuses more folders, and <c>TrialGrowth</c> averages neighbours first.
    /// </summary>
    public const int MostValues = 1000;

    private const int FewestRounds = 999;

    private const int Rounds = 9999;

    /// <summary>
    /// Rounds times level, where the level asks for more than <see cref="Rounds"/>: a change is found when fewer shuffles than
    /// this are as extreme.
    /// </summary>
    private const double RoundsTimesLevel = 4;

    /// <summary>
    /// Values squared times rounds of one test: longer series get fewer rounds. A step takes about a nanosecond.
    /// </summary>
    private const double MostSteps = 4e9;

    /// <summary>Values squared times rounds, summed over one test of each series that is tested together.</summary>
    private const double MostStepsTogether = 4e11;

    private const ulong Seed = 20140401;

    /// <summary>
    /// Fewest values that can show a change: with fewer, two parts that share no value come about by chance more often than the
    /// level allows, 2 / (n over n/2).
    /// </summary>
    /// <param name="level">Significance, above 0.</param>
    public static int Fewest(double level)
    {
        double arrangements = 1;
        int n = 0;
        while (2 / arrangements > level)
        {
            n++;
            arrangements *= n / (double)(n % 2 == 0 ? n / 2 : (n + 1) / 2);
        }

        return Math.Max(n, 2 * FewestInPart);
    }

    /// <summary>
    /// False when no change could be found: the series is too short for the level, or the work allows fewer rounds than a p-value
    /// of the level needs.
    /// </summary>
    /// <param name="values">Length of the series.</param>
    /// <param name="level">Significance, above 0.</param>
    /// <param name="together">Number of series that are tested and share the work, at least 1.</param>
    public static bool CanFind(int values, double level, int together = 1) =>
        values >= Fewest(level) && MostReached(level, RoundsOf(values, level, together)) >= 0;

    /// <summary>Rounds of a test: enough for the level, where the work allows.</summary>
    private static int RoundsOf(int values, double level, int together)
    {
        // The work of many series bounds only what goes beyond the usual rounds: most series end after a few.
        double square = Math.Max(1, values * (double)values);
        double allowed =
            Math.Max(Math.Min(MostSteps, MostStepsTogether / together) / square, Math.Min(MostSteps / square, Rounds));
        return (int)Math.Clamp(allowed, FewestRounds, Math.Clamp(RoundsTimesLevel / level, Rounds, int.MaxValue - 1));
    }

    /// <summary>Most rounds that may reach the statistic of a significant split; negative when none is significant.</summary>
    private static int MostReached(double level, int rounds) => (int)Math.Floor(level * (rounds + 1)) - 1;

    /// <summary>Finds the changes.</summary>
    /// <param name="series">Values in the order of time, at most <see cref="MostValues"/>.</param>
    /// <param name="level">Significance of each test.</param>
    /// <param name="together">Number of series that are tested and share the work, at least 1.</param>
    /// <returns>The first index after each change with the p-value of its test, in the order of time.</returns>
    public static IReadOnlyList<(int Index, double P)> Of(IReadOnlyList<double> series, double level, int together = 1)
    {
        double[] values = [.. series];
        double[] scratch = new double[values.Length];
        var found = new SortedDictionary<int, double>();
        int rounds = RoundsOf(values.Length, level, together);
        while (true)
        {
            int[] bounds = [0, .. found.Keys, values.Length];
            var best = Best(values, bounds, scratch);
            if (best.Index == 0 || P(values, bounds, best.Q, level, rounds) is not { } p)
            {
                return [.. found.Select(change => (change.Key, change.Value))];
            }

            found.Add(best.Index, p);
        }
    }

    /// <summary>The split of the parts with the largest statistic; index 0 when no part can be split.</summary>
    private static (int Index, double Q) Best(double[] values, int[] bounds, double[] scratch)
    {
        (int Index, double Q) best = (0, 0);
        for (int part = 1; part < bounds.Length; part++)
        {
            var split = Split(values.AsSpan(bounds[part - 1]..bounds[part]), scratch);
            best = split.Q > best.Q ? (split.Index + bounds[part - 1], split.Q) : best;
        }

        return best;
    }

    /// <summary>
    /// The split of a part with the largest q = n m / (n + m) (2 mean |x - y| - mean |x - x'| - mean |y - y'|), the means being
    /// over all n m, n^2 and m^2 pairs.
    /// </summary>
    /// <param name="part">Values of the part.</param>
    /// <param name="scratch">Work space, at least as long as the part; its content is overwritten.</param>
    /// <returns>Index 0 for a part too short to split.</returns>
    [MethodImpl(Compiled.AtOnce)]
    internal static (int Index, double Q) Split(ReadOnlySpan<double> part, double[] scratch)
    {
        // The distances of a value to all others do not depend on the split: half of the pairs give the rest.
        double within = 0;
        scratch.AsSpan(0, part.Length).Clear();
        for (int i = 1; i < part.Length; i++)
        {
            for (int j = 0; j < i; j++)
            {
                double distance = Math.Abs(part[i] - part[j]);
                scratch[i] += distance;
                scratch[j] += distance;
                within += distance;
            }
        }

        (int Index, double Q) best = (0, 0);
        double left = 0;
        double between = 0;
        double right = within;
        for (int n = 1; n <= part.Length - FewestInPart; n++)
        {
            // The value at n - 1 moves from the right part to the left one.
            double value = part[n - 1];
            double toLeft = 0;
            for (int j = 0; j < n - 1; j++)
            {
                toLeft += Math.Abs(value - part[j]);
            }

            double toRight = scratch[n - 1] - toLeft;
            (left, right, between) = (left + toLeft, right - toRight, between + toRight - toLeft);
            if (n >= FewestInPart)
            {
                double m = part.Length - n;
                double q = ((2 * between) - (2 * left * m / n) - (2 * right * n / m)) / part.Length;
                best = q > best.Q ? (n, q) : best;
            }
        }

        return best;
    }

    /// <summary>
    /// The p-value of a split: how often shuffling within the parts gives as large a statistic. Null as soon as the split cannot
    /// be significant any more.
    /// </summary>
    private static double? P(double[] values, int[] bounds, double q, double level, int rounds)
    {
        double[] shuffled = [.. values];
        double[] scratch = new double[values.Length];
        var random = new SplitMix64(Seed);
        int most = MostReached(level, rounds);
        int reached = 0;
        for (int round = 0; round < rounds; round++)
        {
            for (int part = 1; part < bounds.Length; part++)
            {
                for (int last = bounds[part] - 1; last > bounds[part - 1]; last--)
                {
                    int other = bounds[part - 1] + random.NextBelow(last - bounds[part - 1] + 1);
                    (shuffled[last], shuffled[other]) = (shuffled[other], shuffled[last]);
                }
            }

            // A rounding error must not make the same arrangement, summed in another order, count as smaller.
            reached += Best(shuffled, bounds, scratch).Q >= q * (1 - 1e-9) ? 1 : 0;
            if (reached > most)
            {
                return null;
            }
        }

        return (reached + 1.0) / (rounds + 1);
    }
}
