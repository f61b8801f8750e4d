using System.Text.Json.Serialization;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The throughput of a point as records / mean time, because rates average harmonically (Hoefler, Belli, "Scientific benchmarking
/// of parallel computing systems", SC 2015), with its intervals. The mean of rates that study 1 published stands beside it.
/// Tables, figures, rules and <c>compare</c> all read this record.
/// </summary>
/// <remarks>
/// <c>PointSummaries</c> computes it for every point. <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record Throughput
{
    /// <summary>The unit of a trial of records.</summary>
    public const string Records = "records";

    /// <summary>The unit of a trial of a mix.</summary>
    public const string Operations = "operations";

    /// <summary>Unit that all rates of this record count: <c>records</c>, or <c>operations</c> with a mix.</summary>
    public string Unit { get; init; } = Records;

    /// <summary>
    /// Records / mean time. In an open loop by duration, <c>OpenLoopFigures</c> puts the mean of the achieved rates here.
    /// </summary>
    public required double RecordsPerS { get; init; }

    /// <summary>
    /// Student's t interval of the mean time, widened by <see cref="IntervalWidening"/>, mapped through records / t. Null when n
    /// is below 2, when the interval of the time reaches 0, or when no record counts.
    /// </summary>
    public required Interval? IntervalRecordsPerS { get; init; }

    /// <summary>
    /// Width of the interval / width for independent trials, above 1; null where no dependence of trials on each other was found.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? IntervalWidening { get; init; }

    /// <summary>
    /// The bootstrap interval (BCa) of the mean time, which assumes no distribution, mapped likewise. Null when n is below <see
    /// cref="Bootstrap.Fewest"/>, when the interval of the time reaches 0, or when no record counts.
    /// </summary>
    public required Interval? BootstrapIntervalRecordsPerS { get; init; }

    /// <summary>The rates of the trials, each records / its own time. Their mean is the mean of rates.</summary>
    public required SampleStatistics RatesRecordsPerS { get; init; }

    /// <summary>
    /// Student's t interval of the mean of rates for independent trials, as study 1 published it. Null when n is below 2, or when
    /// it reaches 0.
    /// </summary>
    public required Interval? MeanOfRatesIntervalRecordsPerS { get; init; }

    /// <summary>exp(mean of ln rate): the mean to use when the times are not normal.</summary>
    public required double GeometricMeanRecordsPerS { get; init; }

    /// <summary>
    /// exp of Student's t interval of the mean of ln rate. Null when n is below 2, or when a double cannot hold a bound.
    /// </summary>
    public required Interval? GeometricIntervalRecordsPerS { get; init; }

    /// <summary>
    /// The interval of records / mean time. <see cref="PrecisionRule"/> asks for it after each round of trials.
    /// </summary>
    /// <param name="records">Mean records per trial.</param>
    /// <param name="times">Times of the repetitions in seconds, in the order in which they ran; at least one.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>Null when there is no bounded interval.</returns>
    public static Interval? IntervalOf(double records, IReadOnlyList<double> times, double confidence) =>
        records > 0 && StudentT.OfMean(SampleStatistics.Of(times), confidence,
            EffectiveSize.Widening(times)) is { Low: > 0 } bounds
            ? bounds.Dividing(records)
            : null;

    /// <summary>Computes the throughput of a point.</summary>
    /// <param name="trials">Counted records, and seconds above 0, of each trial; at least one trial.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <param name="repeated">
    /// Maps one value per trial to one value per repetition: the means of deployments where there are several. Null takes each
    /// trial as a repetition.
    /// </param>
    public static Throughput Of(
        IReadOnlyList<(double Records, double ElapsedS)> trials, double confidence,
            Func<IReadOnlyList<double>, IReadOnlyList<double>>? repeated = null)
    {
        repeated ??= static values => values;
        var repeatedTimes = repeated([.. trials.Select(trial => trial.ElapsedS)]);
        var times = SampleStatistics.Of(repeatedTimes);
        double records = SampleStatistics.Of([.. trials.Select(trial => trial.Records)]).Mean;
        var rates = SampleStatistics.Of([.. trials.Select(trial => trial.Records / trial.ElapsedS)]);
        bool positive = rates.Min > 0;
        var logs = SampleStatistics.Of(
            repeated([.. trials.Select(trial => positive ? Math.Log(trial.Records / trial.ElapsedS) : 0)]));
        double widening = EffectiveSize.Widening(repeatedTimes);
        var log = StudentT.OfMean(logs, confidence, widening);
        return new Throughput
        {
            RecordsPerS = records / times.Mean,
            IntervalRecordsPerS = IntervalOf(records, repeatedTimes, confidence),
            IntervalWidening = widening > 1 ? widening : null,
            BootstrapIntervalRecordsPerS = records > 0
                && Bootstrap.OfMean(repeatedTimes, confidence)?.WidenedAround(times.Mean, widening) is { Low: > 0 } resampled
                    ? resampled.Dividing(records)
                    : null,
            RatesRecordsPerS = rates,
            MeanOfRatesIntervalRecordsPerS = StudentT.OfMean(
                SampleStatistics.Of(repeated([.. trials.Select(trial => trial.Records / trial.ElapsedS)])),
                    confidence) is { Low: > 0 } ofRates ? ofRates : null,
            GeometricMeanRecordsPerS = positive ? Math.Exp(logs.Mean) : 0,
            GeometricIntervalRecordsPerS = positive ? log?.Exp() : null,
        };
    }
}
