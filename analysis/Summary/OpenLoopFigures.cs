using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>What a point whose records arrived at a rate has besides.</summary>
public sealed record OpenLoopFigures
{
    /// <summary>Response times: from the arrival of a batch to its acknowledgement. Null when no histogram holds one.</summary>
    public required LatencyFigures? Response { get; init; }

    /// <summary>Records a second that arrived, mean of the trials; null where one does not say.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>The most batches that waited for their turn in a trial.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Batches that had arrived and were never begun when a trial's time was over; the most of a trial.</summary>
    public required long LastBacklogBatches { get; init; }

    /// <summary>
    /// The throughput of an open loop by duration: the mean of the rates that its trials achieved, as what was offered is. Its trials take equally long, and
    /// arrivals of a Poisson process differ in number: records / mean time, which weighs by time, would be less than was offered to a database that kept up.
    /// </summary>
    /// <param name="trials">The trials.</param>
    /// <param name="throughput">Their throughput by records / mean time.</param>
    /// <returns>The throughput; the same in a closed loop, by records, and of older results.</returns>
    internal static Throughput Achieved(PointTrials trials, Throughput throughput) =>
        trials.Point.DurationS is null || !trials.Measured.All(TrialRate.IsPaced) ? throughput : throughput with
        {
            RecordsPerS = throughput.RatesRecordsPerS.Mean,
            IntervalRecordsPerS = throughput.MeanOfRatesIntervalRecordsPerS is { } rates
                && rates.WidenedAround(throughput.RatesRecordsPerS.Mean, throughput.IntervalWidening ?? 1) is { Low: > 0 } wide ? wide : null,
            BootstrapIntervalRecordsPerS = null,
        };

    /// <summary>The figures of some trials.</summary>
    /// <param name="trials">The measured trials.</param>
    /// <returns>The figures; null when they were a closed loop.</returns>
    public static OpenLoopFigures? Of(IReadOnlyList<TrialResult> trials)
    {
        OpenLoopResult[] open = [.. trials.Select(trial => trial.OpenLoop).OfType<OpenLoopResult>()];
        return open.Length == 0
            ? null
            : new OpenLoopFigures
            {
                Response = LatencyFigures.Of(open.Select(result => result.Response)),
                OfferedRecordsPerS = open.All(result => result.OfferedRecordsPerS is not null) ? open.Average(result => result.OfferedRecordsPerS) : null,
                LargestBacklogBatches = open.Max(result => result.LargestBacklogBatches),
                LastBacklogBatches = open.Max(result => result.LastBacklogBatches),
            };
    }
}
