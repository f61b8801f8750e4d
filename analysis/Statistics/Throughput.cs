using System.Text.Json.Serialization;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// Mean throughput as records / mean time (rates average harmonically: Hoefler, Belli, "Scientific benchmarking of parallel
/// computing systems", SC 2015), and beside it the mean of rates that study 1 published.
/// </summary>
public sealed record Throughput
{
    /// <summary>Records / mean time.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>
    /// Its interval: the Student t interval of the mean time, wider by <see cref="IntervalWidening"/>, mapped through records / t; null when n is
    /// below 2, when the interval of the time reaches 0, or when no record counts.
    /// </summary>
    public required Interval? IntervalRecordsPerS { get; init; }

    /// <summary>
    /// By how much the intervals are wider than those of independent trials, since each trial depends on the one before; null where that is not found.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? IntervalWidening { get; init; }

    /// <summary>
    /// The same from the bootstrap interval (BCa) of the mean time, which takes no distribution for granted; null when n is below
    /// <see cref="Bootstrap.Fewest"/>, when the interval of the time reaches 0, or when no record counts.
    /// </summary>
    public required Interval? BootstrapIntervalRecordsPerS { get; init; }

    /// <summary>The rates of the trials, each records / its own time. Their mean is the mean of rates.</summary>
    public required SampleStatistics RatesRecordsPerS { get; init; }

    /// <summary>
    /// The Student t interval of the mean of rates, as study 1 published it: of trials taken as independent. Null when n is below 2, or when it reaches 0:
    /// no rate is negative.
    /// </summary>
    public required Interval? MeanOfRatesIntervalRecordsPerS { get; init; }

    /// <summary>exp(mean of ln rate): the mean to use when the times are not normal.</summary>
    public required double GeometricMeanRecordsPerS { get; init; }

    /// <summary>exp of the Student t interval of the mean of ln rate; null when n is below 2.</summary>
    public required Interval? GeometricIntervalRecordsPerS { get; init; }

    /// <summary>The interval of records / mean time.</summary>
    /// <param name="records">The mean records of a trial.</param>
    /// <param name="times">The times that are repetitions of each other, in the order in which they ran; at least one.</param>
    /// <param name="confidence">The level.</param>
    /// <returns>The interval; null when there is no bounded one.</returns>
    public static Interval? IntervalOf(double records, IReadOnlyList<double> times, double confidence) =>
        records > 0 && StudentT.OfMean(SampleStatistics.Of(times), confidence, EffectiveSize.Widening(times)) is { Low: > 0 } bounds
            ? new Interval(records / bounds.High, records / bounds.Low)
            : null;

    /// <summary>Computes the throughput of a point's trials.</summary>
    /// <param name="trials">Records that count and the time in seconds (above 0) of each trial; at least one.</param>
    /// <param name="confidence">The confidence level of the intervals.</param>
    /// <param name="repeated">
    /// Takes a value of each trial to the values that are repetitions of each other: the means of deployments where there are several; null for the
    /// trials themselves.
    /// </param>
    /// <returns>The figures.</returns>
    public static Throughput Of(
        IReadOnlyList<(double Records, double ElapsedS)> trials, double confidence, Func<IReadOnlyList<double>, IReadOnlyList<double>>? repeated = null)
    {
        repeated ??= static values => values;
        var repeatedTimes = repeated([.. trials.Select(trial => trial.ElapsedS)]);
        var times = SampleStatistics.Of(repeatedTimes);
        double records = SampleStatistics.Of([.. trials.Select(trial => trial.Records)]).Mean;
        var rates = SampleStatistics.Of([.. trials.Select(trial => trial.Records / trial.ElapsedS)]);
        bool positive = rates.Min > 0;
        var logs = SampleStatistics.Of(repeated([.. trials.Select(trial => positive ? Math.Log(trial.Records / trial.ElapsedS) : 0)]));
        double widening = EffectiveSize.Widening(repeatedTimes);
        var log = StudentT.OfMean(logs, confidence, widening);
        return new Throughput
        {
            RecordsPerS = records / times.Mean,
            IntervalRecordsPerS = IntervalOf(records, repeatedTimes, confidence),
            IntervalWidening = widening > 1 ? widening : null,
            BootstrapIntervalRecordsPerS = records > 0
                && Bootstrap.OfMean(repeatedTimes, confidence)?.WidenedAround(times.Mean, widening) is { Low: > 0 } resampled
                    ? new Interval(records / resampled.High, records / resampled.Low)
                    : null,
            RatesRecordsPerS = rates,
            MeanOfRatesIntervalRecordsPerS = StudentT.OfMean(
                SampleStatistics.Of(repeated([.. trials.Select(trial => trial.Records / trial.ElapsedS)])), confidence) is { Low: > 0 } ofRates ? ofRates : null,
            GeometricMeanRecordsPerS = positive ? Math.Exp(logs.Mean) : 0,
            GeometricIntervalRecordsPerS = positive && log is { } l ? new Interval(Math.Exp(l.Low), Math.Exp(l.High)) : null,
        };
    }
}
