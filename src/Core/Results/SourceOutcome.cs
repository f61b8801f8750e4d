namespace DbIngest.Core.Results;

/// <summary>
/// The figures of one source in a trial. <see cref="Pipeline.LocalIngestRun"/> computes them from the lanes of the source, source
/// processes send them to the main process, and the journal stores them with the trial.
/// </summary>
public sealed record SourceOutcome
{
    /// <summary>The source, from 0.</summary>
    public required int Source { get; init; }

    /// <summary>Seconds from the common start to the first action of the source.</summary>
    public required double StartedS { get; init; }

    /// <summary>Seconds from the common start to its last acknowledgement.</summary>
    public required double FinishedS { get; init; }

    /// <summary>
    /// Records that the source was to write: those of the point, or those started within the time of the trial. Null if its
    /// process was lost, and in results of older versions.
    /// </summary>
    public long? ScheduledRecords { get; init; }

    /// <summary>Records acknowledged.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>Records per second that arrived in an open loop, taken by a lane or not. Null in a closed loop.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>
    /// Records per second acknowledged of those offered, over the time of the offer or until a later last acknowledgement.
    /// </summary>
    public double? AchievedRecordsPerS { get; init; }

    /// <summary>Seconds spent generating records, summed over the lanes.</summary>
    public required double GeneratingS { get; init; }

    /// <summary>Seconds spent in the writer, summed over the lanes.</summary>
    public required double WritingS { get; init; }
}
