using DbIngest.Abstractions.Records;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The randomisation test of paired differences (Fisher, "The Design of Experiments", 1935; Pitman 1937), with the interval of
/// the shifts that it does not reject, whose bounds are means of subsets of the differences (Hartigan, "Using subsample values as
/// typical values", JASA 64, 1969). <c>PairedRatio</c> judges sweeps whose trials ran in pairs (<c>run --ab</c>) by it.
/// <c>PairedPower</c> and <c>FurtherTrialsEstimate</c> ask only how small a p-value a number of pairs can reach.
/// </summary>
/// <remarks>
/// The sweep draws at random which of a pair runs first. If both were equal, each difference would be as likely with the other
/// sign: the error of the test is that of the draw, whatever the distribution, a drift, or the dependence of pairs on each other.
/// With n pairs the smallest p-value is 2 / 2^n, so at least six pairs are needed for a difference at 5 %.
/// </remarks>
public sealed class PairedTest
{
    /// <summary>Up to this number of pairs all signs are enumerated; beyond it, <see cref="Draws"/> of them are drawn.</summary>
    private const int MostEnumerated = 14;

    private const int Draws = 9_999;

    /// <summary>The mean of each subset (or drawn subset) of the differences, in rising order.</summary>
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

    /// <summary>Number of pairs.</summary>
    public int N { get; }

    /// <summary>Mean of the differences.</summary>
    public double Mean { get; }

    /// <summary>Standard deviation of the differences; 0 for one pair.</summary>
    public double Sd { get; }

    /// <param name="differences">One difference per pair.</param>
    /// <returns>Null without a pair.</returns>
    public static PairedTest? Of(IReadOnlyList<double> differences) => differences.Count == 0 ? null
        : new PairedTest([.. differences]);

    /// <summary>The smallest two-sided p-value that a number of pairs can reach.</summary>
    /// <returns>2 / 2^n; beyond 14 pairs 2 / (number of draws + 1).</returns>
    public static double SmallestP(int pairs) => 2.0 / (pairs <= MostEnumerated ? 1 << pairs : Draws + 1);

    /// <summary>The two-sided p-value of a shift.</summary>
    /// <param name="shift">0 tests for no difference.</param>
    public double P(double shift) => Math.Min(1, 2 * Math.Min(BelowP(shift), AboveP(shift)));

    /// <summary>The one-sided p-value of a true shift of at least the given one.</summary>
    public double BelowP(double shift) => (1 + _means.Length - Below(shift, orEqual: false)) / _all;

    /// <summary>The one-sided p-value of a true shift of at most the given one.</summary>
    public double AboveP(double shift) => (1 + Below(shift, orEqual: true)) / _all;

    /// <summary>Every shift that the two-sided test does not reject.</summary>
    /// <returns>Null when there are too few pairs to reject any shift.</returns>
    public Interval? IntervalAt(double confidence)
    {
        // The test rejects a shift beyond all but k - 1 of the means.
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

    /// <summary>Seeded, so that equal differences give equal figures.</summary>
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
