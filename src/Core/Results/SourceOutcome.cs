using System.Text.Json.Serialization;

namespace DbIngest.Core.Results;

/// <summary>
/// The figures of one source in a trial. <see cref="Pipeline.LocalIngestRun"/> computes them from the lanes of the source, source
/// processes send them to the main process, and the journal stores them with the trial.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. A process that was lost leaves figures of 0, so a reader must
/// check before it divides.
/// </remarks>
public sealed record SourceOutcome
{
    /// <summary>The source, from 0.</summary>
    public required int Source { get; init; }

    /// <summary>Seconds from the common start to the first action of the source.</summary>
    public required double StartedS { get; init; }

    /// <summary>Seconds from the common start to the last acknowledgement of the source.</summary>
    public required double FinishedS { get; init; }

    /// <summary>
    /// Records that the source was to write: those of the point, or those started within <c>--duration</c>. Null if its process
    /// was lost, with a mix, and in results of older versions.
    /// </summary>
    public long? ScheduledRecords { get; init; }

    /// <summary>
    /// First sequence number whose record has the values that the trial added to its table. Null if no record has them, and
    /// without <c>--add-values</c>.
    /// </summary>
    public long? WholeFrom { get; init; }

    /// <summary>Records acknowledged. With a mix, those that it inserted. 0 in mixes of older versions.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>Operations of a mix that the source was to do. Null without a mix, and if its process was lost.</summary>
    public long? ScheduledOperations { get; init; }

    /// <summary>Operations of a mix that were acknowledged. Null without a mix.</summary>
    public long? AcknowledgedOperations { get; init; }

    /// <summary>Records per second that arrived in an open loop, taken by a lane or not. Null in a closed loop.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>
    /// Records per second acknowledged of those offered, over the time of the offer or until a later last acknowledgement. Null
    /// in a closed loop.
    /// </summary>
    public double? AchievedRecordsPerS { get; init; }

    /// <summary>
    /// Operations of a mix per second that arrived in an open loop, started or not. Null in a closed loop and without a mix.
    /// </summary>
    public double? OfferedOperationsPerS { get; init; }

    /// <summary>
    /// Operations of a mix per second acknowledged of those offered, over the same time as <see cref="AchievedRecordsPerS"/>.
    /// </summary>
    public double? AchievedOperationsPerS { get; init; }

    /// <summary>Seconds spent generating records, summed over the lanes.</summary>
    public required double GeneratingS { get; init; }

    /// <summary>Seconds spent in the writer, summed over the lanes, or over threads that serve several lanes.</summary>
    public required double WritingS { get; init; }

    /// <summary>Acknowledged records, or operations of a mix.</summary>
    [JsonIgnore]
    public long Acknowledged => AcknowledgedOperations ?? AcknowledgedRecords;

    /// <summary>Scheduled records, or operations of a mix.</summary>
    [JsonIgnore]
    public long? Scheduled => ScheduledOperations ?? ScheduledRecords;

    /// <summary>The achieved rate of records, or of operations of a mix.</summary>
    [JsonIgnore]
    public double? AchievedPerS => AchievedOperationsPerS ?? AchievedRecordsPerS;
}
