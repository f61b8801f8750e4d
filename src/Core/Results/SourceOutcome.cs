namespace DbIngest.Core.Results;

/// <summary>What one source did in a trial.</summary>
public sealed record SourceOutcome
{
    /// <summary>The source, counted from 0.</summary>
    public required int Source { get; init; }

    /// <summary>From the common start to the source's first own action.</summary>
    public required double StartedS { get; init; }

    /// <summary>From the common start to the source's last acknowledgement.</summary>
    public required double FinishedS { get; init; }

    /// <summary>
    /// Records that it was to write: those of the point or, in a trial by duration, those that were begun in its time; null where
    /// that is not known, since its process was lost or the result is of a version before trials by duration.
    /// </summary>
    public long? ScheduledRecords { get; init; }

    /// <summary>Records acknowledged.</summary>
    public required long AcknowledgedRecords { get; init; }

    /// <summary>Records a second that arrived in an open loop, taken by a lane or not; null in a closed loop.</summary>
    public double? OfferedRecordsPerS { get; init; }

    /// <summary>Records a second that were acknowledged of them, over the time in which they were offered or, if that is later, to the last acknowledgement.</summary>
    public double? AchievedRecordsPerS { get; init; }

    /// <summary>Time spent producing records, summed over the source's lanes.</summary>
    public required double GeneratingS { get; init; }

    /// <summary>Time spent in the writer, summed over the source's lanes.</summary>
    public required double WritingS { get; init; }
}
