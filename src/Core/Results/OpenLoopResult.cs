using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// The part of a <see cref="TrialResult"/> that only an open loop (<c>--rate</c>) has. <see cref="Trials.TrialRecord"/> fills it,
/// and the analysis reads response times and backlog from it.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <c>OpenLoopFigures</c> of the analysis reads it.
/// </remarks>
public sealed record OpenLoopResult
{
    /// <summary>
    /// Response times of batches: from arrival, which the rate alone decides, to acknowledgement. Unlike
    /// <see cref="TrialResult.Latency"/> they include the time that a late batch waited for a lane. Null if no batch was
    /// acknowledged.
    /// </summary>
    public LatencySummary? Response { get; init; }

    /// <summary>Records per second that arrived, over all sources. Null in results of older versions.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>Operations of a mix per second that arrived, over all sources. Null without a mix.</summary>
    public double? OfferedOperationsPerS { get; init; }

    /// <summary>The offered rate of records, or of operations of a mix.</summary>
    [JsonIgnore]
    public double? OfferedPerS => OfferedOperationsPerS ?? OfferedRecordsPerS;

    /// <summary>Sum over the sources of the most batches that waited for a lane at once.</summary>
    public required long LargestBacklogBatches { get; init; }

    /// <summary>
    /// Batches that had arrived but were not started when the trial ended. The histogram lacks their response times.
    /// </summary>
    public required long LastBacklogBatches { get; init; }
}
