using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Widening;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Creates the parts from which <see cref="LocalIngestRun"/> builds its lanes: the schedule, work and retries that fit the point,
/// once per ingestion. Sums what the lanes of a source did. Schedule and seeds depend on request, source and lane alone, so that
/// the number of processes changes no arrival.
/// </summary>
internal static class LaneFactory
{
    /// <summary>
    /// Creates the schedule from which the lanes of a source take their turns. A turn of a mix is one operation.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="addition">Adds values to the table in the trial. Null without <c>--add-values</c>.</param>
    public static SourceCursor CursorOf(IngestRequest request, int source, ValueAddition? addition)
    {
        var point = request.Point;
        var range = request.RangeOf(source);
        bool isMix = point.Mix is not null;
        int batch = isMix ? 1 : point.Batch;
        return new SourceCursor(
            isMix ? point.MostOperations ?? long.MaxValue / 2 : range.Count,
            batch,
            point.Rate is not { } rate ? null
                : new ArrivalProcess(rate, point.Sources.Total, batch, request.ArrivalSeed, source),
            point.DurationS is { } seconds ? (long)(seconds * Stopwatch.Frequency) : long.MaxValue,
            first: isMix ? 0 : range.First,
            addition);
    }

    /// <summary>Creates the work of a lane: batches, or operations of a mix on its own or on shared records.</summary>
    public static ILaneWork WorkOf(IngestRequest request, IWorkload workload, int source, int lane, SourceCursor cursor)
    {
        var point = request.Point;
        return point.Mix is null
            ? new BatchWork(
                new RecordBatch(workload.Schema, (int)Math.Min(point.Batch, Math.Max(1, request.RangeOf(source).Count))), cursor)
            : point.Mix.IsShared ? new SharedKeysWork(request.ToOperations(), workload, source, lane)
            : new OwnKeysWork(request.ToOperations(), source, lane, new RecordBatch(workload.Schema, point.Batch));
    }

    /// <summary>Creates the retries of a lane, with its own seed: equal pauses would make lanes collide again.</summary>
    public static RetrySchedule RetryOf(IngestRequest request, int source, int lane) =>
        new(request.Retry, SplitMix64.Mix(request.ArrivalSeed ^ (((ulong)source << 32) | (uint)lane)), request.Outage,
            repeatsRefusals: request.Point.Fault is { Kind: FaultKind.DiskFull });

    /// <summary>Sums what the lanes of a source did. They have ended.</summary>
    /// <param name="lanes">The lanes of the source.</param>
    /// <param name="cursor">The schedule of the source.</param>
    /// <param name="start">The common start in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    public static SourceOutcome OutcomeOf(IReadOnlyList<IngestLane> lanes, SourceCursor cursor, long start)
    {
        long acknowledged = lanes.Sum(l => l.Acknowledged);
        long finished = lanes.Max(l => l.FinishedTimestamp) - start;
        long scheduled = cursor.Scheduled;
        var rates = cursor.Rates(acknowledged, finished);
        var mix = MixOutcome.Merge([.. lanes.Select(l => l.Mix).OfType<MixOutcome>()]);
        bool isMix = mix is not null;
        return new SourceOutcome
        {
            Source = lanes[0].Source,
            StartedS = Seconds(lanes.Min(l => l.StartedTimestamp) - start),
            FinishedS = Seconds(finished),
            ScheduledRecords = isMix ? null : scheduled,
            WholeFrom = cursor.WholeFrom == long.MaxValue ? null : cursor.WholeFrom,
            AcknowledgedRecords = mix?.InsertedRecords ?? acknowledged,
            ScheduledOperations = isMix ? scheduled : null,
            AcknowledgedOperations = isMix ? acknowledged : null,
            OfferedRecordsPerS = isMix ? null : rates?.Offered,
            AchievedRecordsPerS = isMix ? null : rates?.Achieved,
            OfferedOperationsPerS = isMix ? rates?.Offered : null,
            AchievedOperationsPerS = isMix ? rates?.Achieved : null,
            GeneratingS = Seconds(lanes.Sum(l => l.GeneratingTicks)),
            WritingS = Seconds(lanes.Sum(l => l.WritingTicks)),
        };
    }

    private static double Seconds(long ticks) => ticks / (double)Stopwatch.Frequency;
}
