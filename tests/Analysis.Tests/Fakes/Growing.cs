using DbIngest.Abstractions.Records;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Fakes;

/// <summary>Trials that are sampled each second, with a course of throughput that a test chooses.</summary>
internal static class Growing
{
    /// <summary>Puts samples into a trial.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="rate">Throughput of a second, from the second and the noise of a standard normal distribution.</param>
    /// <param name="seconds">Length of the trial.</param>
    /// <param name="correlation">Lag-1 autocorrelation of the noise.</param>
    /// <param name="seed">Of the noise.</param>
    public static TrialResult Of(
        TrialResult trial, Func<int, double, double> rate, int seconds = 100, double correlation = 0, ulong seed = 1)
    {
        double[] noise = Noise(seconds, correlation, seed + (ulong)trial.Trial);
        var samples = new List<ThroughputSample>();
        double records = 0;
        for (int second = 1; second <= seconds; second++)
        {
            records += rate(second - 1, noise[second - 1]);
            samples.Add(new ThroughputSample
            {
                AtS = second,
                Phase = "ingest",
                AcknowledgedRecords = (long)records,
                ClientCpuS = 0.1 * second,
                ClientRssBytes = 100_000_000,
            });
        }

        return FakeSweep.WithElapsed(trial with { AcknowledgedRecords = (long)records, Samples = samples }, seconds) with
        {
            Sources = [.. trial.Sources.Select(source => source with { StartedS = 0, FinishedS = seconds })],
        };
    }

    /// <summary>An autoregression of order 1 with variance 1.</summary>
    public static double[] Noise(int count, double correlation, ulong seed)
    {
        var random = new SplitMix64(seed * 7919);
        double[] values = new double[count];
        double last = Normal(ref random);
        for (int i = 0; i < count; i++)
        {
            values[i] = last;
            last = (correlation * last) + (Math.Sqrt(1 - (correlation * correlation)) * Normal(ref random));
        }

        return values;
    }

    private static double Normal(ref SplitMix64 random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
