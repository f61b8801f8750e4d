using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Response times and backlog of a point whose records arrive at a rate. Its <see cref="Achieved"/> also corrects the
/// point's throughput.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes both for points with <c>--rate</c>; rule 13 judges the figures. <c>summary.json</c>
/// contains the members, so none may be renamed.
/// </remarks>
public sealed record OpenLoopFigures
{
    /// <summary>Response times, from the arrival of a batch to its acknowledgement; null when no histogram holds one.</summary>
    public required LatencyFigures? Response { get; init; }

    /// <summary>Arrived records per second, mean of the trials; null when a trial does not say.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>Largest number of arrived batches that waited to be sent, over all trials.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>Largest number of batches that had arrived and were not started when the time of a trial was over.</summary>
    public required long LastBacklogBatches { get; init; }

    /// <summary>
    /// The throughput of an open loop by duration: the mean of the rates that its trials, or blocks, achieved, comparable with
    /// the offered rate. Its trials take equally long, and arrivals of a Poisson process differ in number: records / mean time,
    /// which weighs by time, would be below the offered rate even for a database that kept up. The bootstrap interval, which
    /// belongs to that quotient, is dropped.
    /// </summary>
    /// <param name="throughput">Throughput computed as records / mean time.</param>
    /// <returns>The throughput unchanged in a closed loop, for points that end by records, and for older results.</returns>
    /// <param name="trials">The trials of the point.</param>
    internal static Throughput Achieved(PointTrials trials, Throughput throughput)
    {
        if (trials.Point.DurationS is null || !trials.Measured.All(TrialRate.IsPaced))
        {
            return throughput;
        }

        double achieved = SampleStatistics.Of(BlockMeans.Of(trials.Measured,
            [.. TrialTimes.Of(trials.Point, trials.Measured).Select(trial => trial.Records / trial.ElapsedS)])).Mean;
        return throughput with
        {
            RecordsPerS = achieved,
            IntervalRecordsPerS = throughput.MeanOfRatesIntervalRecordsPerS is { } rates
                && rates.WidenedAround(achieved, throughput.IntervalWidening ?? 1) is { Low: > 0 } wide ? wide : null,
            BootstrapIntervalRecordsPerS = null,
        };
    }

    /// <summary>
    /// True when the arrivals that were never started outnumber the batches in flight and 1 % of a trial's batches: the database
    /// does not keep up with the rate. Always false for trials that end by records, which start every batch.
    /// </summary>
    /// <param name="point">The point.</param>
    /// <param name="trials">Number of its measured trials.</param>
    internal bool FallsBehind(Point point, int trials) => LastBacklogBatches > Math.Max(
        (long)point.Sources.Total * point.InFlight,
        (long)(RuleLimits.BacklogShare * (Response?.Batches ?? 0) / Math.Max(1, trials)));

    /// <summary>Computes the figures of trials.</summary>
    /// <returns>Null when the trials were a closed loop.</returns>
    public static OpenLoopFigures? Of(IReadOnlyList<TrialResult> trials)
    {
        OpenLoopResult[] open = [.. trials.Select(trial => trial.OpenLoop).OfType<OpenLoopResult>()];
        return open.Length == 0
            ? null
            : new OpenLoopFigures
            {
                Response = LatencyFigures.Of(open.Select(result => result.Response)),
                OfferedRecordsPerS = open.All(result => result.OfferedPerS is not null)
                    ? open.Average(result => result.OfferedPerS) : null,
                LargestBacklogBatches = open.Max(result => result.LargestBacklogBatches),
                LastBacklogBatches = open.Max(result => result.LastBacklogBatches),
            };
    }
}
