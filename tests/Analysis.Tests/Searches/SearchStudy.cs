using DbIngest.Abstractions.Records;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Searches;

/// <summary>
/// Simulated searches on a server whose sustainable rate is known: its percentile is that of a queue, base / (1 - rate /
/// capacity), times log-normal noise. It counts how often the interval covers the rate at which the median percentile is the
/// limit.
/// </summary>
internal sealed record SearchStudy
{
    private const double BaseMs = 10;
    private const double LimitMs = 50;
    private const double Confidence = 0.95;

    /// <summary>The rate at which the limit holds in half of all trials, in records per second.</summary>
    public double Knee { get; init; } = 60_000;

    /// <summary>Standard deviation of the logarithm of a trial's percentile.</summary>
    public double Noise { get; init; } = 0.1;

    /// <summary>Steps of a search.</summary>
    public int Steps { get; init; } = 40;

    /// <summary>Half-width at which a search ends. 0 for none.</summary>
    public double Precision { get; init; }

    /// <summary>Runs searches with the seeds from 1 on.</summary>
    public (double Coverage, double HalfWidth, double Bias, double Steps) Run(int searches)
    {
        var found = Enumerable.Range(1, searches).AsParallel().Select(seed => Search((ulong)seed)).ToList();
        return (
            found.Average(search => search.Low <= Knee && Knee <= search.High ? 1.0 : 0),
            found.Average(search => search.HalfWidthShare),
            found.Average(search => Math.Log(search.Rate / Knee)),
            found.Average(search => (double)search.Steps));
    }

    /// <summary>Runs one search to its end.</summary>
    public (double Rate, double Low, double High, double HalfWidthShare, int Steps, SearchEnd End) Search(
        ulong seed, double lowest = 1_000, double highest = 10_000_000)
    {
        var random = new SplitMix64(SplitMix64.Mix(seed) + (ulong)Knee + (ulong)(1000 * Noise));
        double capacity = Knee / (1 - (BaseMs / LimitMs));
        var steps = new List<(double, bool)>();
        while (true)
        {
            var search = new RateSearch(steps, lowest, highest, Precision, Steps, Confidence, seed);
            if (search.End != SearchEnd.Unfinished)
            {
                return (search.Rate, search.Low, search.High, search.HalfWidthShare, steps.Count, search.End);
            }

            double rate = search.Next();
            double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            steps.Add((rate, rate < capacity && BaseMs / (1 - (rate / capacity)) * Math.Exp(Noise * normal) <= LimitMs));
        }
    }
}
