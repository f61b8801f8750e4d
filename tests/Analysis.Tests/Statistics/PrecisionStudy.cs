using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>
/// Sweeps of a point whose true time is known, each measured until it is precise enough: how often the interval that is then
/// reported covers the truth.
/// </summary>
internal sealed record PrecisionStudy
{
    private const double Confidence = 0.95;

    /// <summary>Standard deviation of a trial's time as a share of its mean.</summary>
    public double Variation { get; init; } = 0.05;

    /// <summary>The precision asked for.</summary>
    public double Precision { get; init; } = 0.02;

    /// <summary>Measured trials at most.</summary>
    public int Most { get; init; } = 500;

    /// <summary>How each time depends on the one before (lag 1), on the scale on which times are normal.</summary>
    public double Autocorrelation { get; init; }

    /// <summary>Whether times have the tail of the log-normal distribution; else they are normal.</summary>
    public bool IsSkewed { get; init; }

    /// <summary>
    /// Whether all have as many trials as the variance, if it were known, would ask for: what the level means without stopping.
    /// </summary>
    public int? Fixed { get; init; }

    /// <summary>Runs the study.</summary>
    /// <param name="sweeps">How many sweeps.</param>
    /// <returns>The share of intervals that cover the truth, the mean number of trials, and the share that ended at the
    /// most.</returns>
    public (double Coverage, double MeanTrials, double AtMost) Run(int sweeps)
    {
        var ends = Enumerable.Range(1, sweeps).AsParallel().Select(seed => One((ulong)seed)).ToList();
        return (ends.Average(end => end.Covers ? 1 : 0), ends.Average(end => (double)end.Trials),
            ends.Average(end => end.Trials == Most ? 1 : 0));
    }

    private (bool Covers, int Trials) One(ulong seed)
    {
        var random = new SplitMix64(seed);
        var trials = new List<double>();
        double noise = 0;
        do
        {
            double fresh = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            noise = trials.Count == 0 ? fresh
                : (Autocorrelation * noise) + (Math.Sqrt(1 - (Autocorrelation * Autocorrelation)) * fresh);
            trials.Add(TimeOf(noise));
        }
        while (trials.Count < Most
            && (Fixed is { } n ? trials.Count < n : !PrecisionRule.IsReached(trials, Precision, Confidence)));

        return (Throughput.IntervalOf(1, trials, Confidence)?.Contains(1) ?? false, trials.Count);
    }

    /// <summary>A time of mean 1.</summary>
    private double TimeOf(double normal)
    {
        double log = Math.Log(1 + (Variation * Variation));
        return IsSkewed ? Math.Exp((Math.Sqrt(log) * normal) - (log / 2)) : Math.Max(0.01, 1 + (Variation * normal));
    }
}
