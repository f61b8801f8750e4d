using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// The fault of a trial (<c>--fault</c>): when it was due and happened, and what it did. <see cref="Trials.FaultInjector"/> fills
/// the times, <see cref="Trials.FaultEffect"/> what followed. Times are seconds since the common start.
/// </summary>
public sealed record FaultResult
{
    /// <summary>What happened to the server.</summary>
    public required FaultKind Kind { get; init; }

    /// <summary>When it was due.</summary>
    public required double DueS { get; init; }

    /// <summary>When it began. Null if the trial ended before: it does not count as one with the fault.</summary>
    public double? BeganS { get; init; }

    /// <summary>
    /// When all processes of the server, or of the killed node, had ended or stood still, its disk was full or its network cut.
    /// Null if it did not happen.
    /// </summary>
    public double? StoppedS { get; init; }

    /// <summary>
    /// When the server or the node was started again, or went on, its disk had space or its network passed everything again. Null
    /// if it did not happen.
    /// </summary>
    public double? StartedS { get; init; }

    /// <summary>When the server, or the whole cluster, accepted clients again. Null if it did not, and for a pause.</summary>
    public double? AcceptedS { get; init; }

    /// <summary>
    /// True if the server ended by itself while its disk was full, so that the run started it again. Null for other faults.
    /// </summary>
    public bool? ServerEnded { get; init; }

    /// <summary>
    /// Seconds from the beginning of the fault to the first acknowledgement after the server was started again or went on, after
    /// its disk had space or its network passed everything again, or after a node had ended. Known to about 10 ms and a source's
    /// pause of 0.1 s between attempts. Null if nothing was acknowledged any more.
    /// </summary>
    public double? FirstAckAfterS { get; init; }

    /// <summary>
    /// Records that were acknowledged before the fault, those of a prefill included, which the server starts again with. Null if
    /// unknown.
    /// </summary>
    public long? AcknowledgedRecordsBefore { get; init; }

    /// <summary>
    /// Records per second acknowledged in up to 10 s before the fault, without the first second of a trial. Null if unknown.
    /// </summary>
    public double? RecordsPerSBefore { get; init; }

    /// <summary>
    /// The lowest rate over one second after the fault, as a share of the rate before. Null if the trial ended within a second.
    /// </summary>
    public double? LowestShare { get; init; }

    /// <summary>
    /// Seconds from the beginning of the fault until a second begins whose rate is 90 % of the rate before. Null if none did
    /// before the trial ended.
    /// </summary>
    public double? DipS { get; init; }

    /// <summary>
    /// Acknowledged records that the audit did not find after the fault. Null if the fault did not happen, or without an audit.
    /// </summary>
    public long? LostRecords { get; init; }

    /// <summary>True if the fault happened in the trial.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool Happened => BeganS is not null;
}
