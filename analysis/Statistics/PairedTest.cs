using DbIngest.Abstractions.Records;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The randomisation test of paired differences (Fisher, "The Design of Experiments", 1935; Pitman 1937), and the interval of the shifts that it does
/// not reject, whose bounds are means of subsets of the differences (Hartigan, "Using subsample values as typical values", JASA 64, 1969).
/// </summary>
/// <remarks>
/// Which of a pair came first was drawn at random. Were both the same, each difference would have had the other sign as likely: the test's error is
/// that of the draw, whatever the distribution, a drift, or how one pair depends on the one before. With n pairs its smallest p-value is 2 / 2^n, so six
/// pairs are the fewest that find anything at 5 %.
/// </remarks>
public sealed class PairedTest
{
    /// <summary>Up to so many pairs all signs are gone through; beyond, <see cref="Draws"/> of them.</summary>
    private const int MostEnumerated = 14;

    private const int Draws = 9_999;

    /// <summary>The mean of each subset that is not empty, or of each drawn one, rising.</summary>
    private readonly double[] _means;

    private readonly double _all;

    private PairedTest(double[] differences)
    {
        N = differences.Length;
        Mean = SampleStatistics.Of(differences).Mean;
        Sd = SampleStatistics.Of(differences).Sd ?? 0;
        _means = N <= MostEnumerated ? Every(differences) : Drawn(differences);
        Array.Sort(_means);
        _all = _means.Length + 1;
    }

    /// <summary>How many pairs.</summary>
    public int N { get; }

    /// <summary>The mean difference.</summary>
    public double Mean { get; }

    /// <summary>The standard deviation of the differences; 0 for one.</summary>
    public double Sd { get; }

    /// <summary>Prepares the test.</summary>
    /// <param name="differences">The differences, one a pair.</param>
    /// <returns>The test; null without a pair.</returns>
    public static PairedTest? Of(IReadOnlyList<double> differences) => differences.Count == 0 ? null : new PairedTest([.. differences]);

    /// <summary>The smallest two-sided p-value that a number of pairs can have.</summary>
    /// <param name="pairs">How many pairs.</param>
    /// <returns>2 / 2^n, or that of the drawn subsets beyond 14 pairs.</returns>
    public static double SmallestP(int pairs) => 2.0 / (pairs <= MostEnumerated ? 1 << pairs : Draws + 1);

    /// <summary>The two-sided p-value of a shift.</summary>
    /// <param name="shift">The shift, 0 for no difference.</param>
    /// <returns>The p-value.</returns>
    public double P(double shift) => Math.Min(1, 2 * Math.Min(BelowP(shift), AboveP(shift)));

    /// <summary>The p-value of a true shift of at least the given one, against a smaller one.</summary>
    /// <param name="shift">The shift.</param>
    /// <returns>The one-sided p-value.</returns>
    public double BelowP(double shift) => (1 + _means.Length - Below(shift, orEqual: false)) / _all;

    /// <summary>The p-value of a true shift of at most the given one, against a larger one.</summary>
    /// <param name="shift">The shift.</param>
    /// <returns>The one-sided p-value.</returns>
    public double AboveP(double shift) => (1 + Below(shift, orEqual: true)) / _all;

    /// <summary>Every shift that the two-sided test does not reject.</summary>
    /// <param name="confidence">The level.</param>
    /// <returns>The interval; null where there are too few pairs to reject any.</returns>
    public Interval? IntervalAt(double confidence)
    {
        // Rejected is a shift beyond all but k - 1 of the means.
        int k = (int)Math.Floor(((1 - confidence) / 2 * _all) + 1e-9);
        return k < 1 ? null : new Interval(_means[k - 1], _means[^k]);
    }

    private int Below(double shift, bool orEqual)
    {
        int low = 0;
        int high = _means.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_means[middle] < shift || (orEqual && _means[middle] == shift))
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low;
    }

    private static double[] Every(double[] differences)
    {
        double[] means = new double[(1 << differences.Length) - 1];
        for (int subset = 1; subset <= means.Length; subset++)
        {
            means[subset - 1] = MeanOf(differences, (ulong)subset);
        }

        return means;
    }

    /// <summary>Seeded, so that the same differences give the same figures.</summary>
    private static double[] Drawn(double[] differences)
    {
        var random = new SplitMix64((ulong)differences.Length);
        double[] means = new double[Draws];
        for (int i = 0; i < Draws; i++)
        {
            double sum = 0;
            int count = 0;
            while (count == 0)
            {
                foreach (double difference in differences)
                {
                    if (random.NextBelow(2) == 1)
                    {
                        sum += difference;
                        count++;
                    }
                }
            }

            means[i] = sum / count;
        }

        return means;
    }

    private static double MeanOf(double[] differences, ulong subset)
    {
        double sum = 0;
        for (int i = 0; i < differences.Length; i++)
        {
            sum += (subset >> i & 1) == 1 ? differences[i] : 0;
        }

        return sum / System.Numerics.BitOperations.PopCount(subset);
    }
}
