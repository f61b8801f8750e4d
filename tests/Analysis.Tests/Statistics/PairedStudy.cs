using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// Pairs of trials that run one after the other on a machine whose speed wanders, which of a pair comes first being drawn: how
/// often two that differ by a known ratio, or by none, are told apart by the test of pairs, and by Welch's test, which takes
/// trials for independent.
/// </summary>
internal sealed record PairedStudy
{
    private const double Confidence = 0.95;

    public int Pairs { get; init; } = 10;

    /// <summary>Standard deviation of ln time.</summary>
    public double Variation { get; init; } = 0.05;

    /// <summary>How each trial depends on the one before, from slot to slot.</summary>
    public double Autocorrelation { get; init; }

    /// <summary>By how much the machine becomes slower from the first slot to the last, in ln time.</summary>
    public double Drift { get; init; }

    /// <summary>How much faster B is.</summary>
    public double Ratio { get; init; } = 1;

    /// <summary>Whether some trials take several times as long as others: one in ten three standard deviations longer.</summary>
    public bool IsHeavy { get; init; }

    /// <summary>Runs the study.</summary>
    /// <param name="sweeps">How many sweeps of one point.</param>
    /// <returns>The shares that are told apart, and that of intervals of the pairs which cover the true ratio.</returns>
    public (double ByPairs, double ByWelch, double Covers) Run(int sweeps)
    {
        var results = Enumerable.Range(1, sweeps).AsParallel().Select(seed => One((ulong)seed)).ToList();
        return (results.Average(r => r.ByPairs ? 1 : 0), results.Average(r => r.ByWelch ? 1 : 0),
            results.Average(r => r.Covers ? 1 : 0));
    }

    private (bool ByPairs, bool ByWelch, bool Covers) One(ulong seed)
    {
        var random = new SplitMix64(seed);
        double[] a = new double[Pairs];
        double[] b = new double[Pairs];
        double wander = Normal(ref random);
        for (int slot = 0; slot < 2 * Pairs; slot++)
        {
            wander = (Autocorrelation * wander) + (Math.Sqrt(1 - (Autocorrelation * Autocorrelation)) * Normal(ref random));
            double jolt = IsHeavy && random.NextBelow(10) == 0 ? 3 : 0;
            double time = (Variation * (wander + jolt)) + (Drift * slot / (2 * Pairs));
            int pair = slot / 2;
            bool isFirst = slot % 2 == 0;
            (a[pair], b[pair]) = isFirst ? (time, b[pair]) : (a[pair], time);
        }

        double[] differences = new double[Pairs];
        for (int pair = 0; pair < Pairs; pair++)
        {
            // The draw: what ran first is A's or B's.
            if (random.NextBelow(2) == 1)
            {
                (a[pair], b[pair]) = (b[pair], a[pair]);
            }

            b[pair] -= Math.Log(Ratio);
            differences[pair] = a[pair] - b[pair];
        }

        var test = PairedTest.Of(differences)!;
        double welch = MeanRatio.Of(SampleStatistics.Of(a), SampleStatistics.Of(b)).DifferenceP(1);
        return (test.P(0) <= 1 - Confidence, welch <= 1 - Confidence, test.IntervalAt(Confidence)?.Contains(Math.Log(Ratio))
            ?? true);
    }

    private static double Normal(ref SplitMix64 random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
