using DbIngest.Abstractions.Records;

namespace DbIngest.Bench.Analysis;

/// <summary>
/// Generates times of trials for the studies of this folder: normal values, each depending on the one before by a given lag-1
/// autocorrelation.
/// </summary>
internal static class Autoregression
{
    /// <summary>Times of trials in the order in which they ran.</summary>
    /// <param name="random">The random generator; advanced.</param>
    /// <param name="trials">Number of trials.</param>
    /// <param name="autocorrelation">The lag-1 autocorrelation, below 1.</param>
    /// <param name="mean">The true mean.</param>
    /// <param name="variation">The standard deviation as a share of the mean.</param>
    public static double[] Times(ref SplitMix64 random, int trials, double autocorrelation, double mean, double variation)
    {
        double[] times = new double[trials];
        double noise = Normal(ref random);
        for (int i = 0; i < trials; i++)
        {
            noise = i == 0 ? noise
                : (autocorrelation * noise) + (Math.Sqrt(1 - (autocorrelation * autocorrelation)) * Normal(ref random));
            times[i] = mean * (1 + (variation * noise));
        }

        return times;
    }

    /// <summary>A standard normal value (Box, Muller 1958).</summary>
    public static double Normal(ref SplitMix64 random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
