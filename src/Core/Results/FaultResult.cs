using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// The fault of a trial (<c>--fault</c>): when it was due, when it happened and what followed. <see cref="Trials.FaultInjector"/>
/// fills the times of the server, <see cref="Trials.EventEffects"/> the effect on acknowledgements, and
/// <see cref="Trials.TrialRecord"/> the losses. Times are seconds since the common start, unless their meaning says otherwise.
/// The journal stores the members, so they must not be renamed.
/// </summary>
public sealed record FaultResult
{
    /// <summary>The kind of fault.</summary>
    public required FaultKind Kind { get; init; }

    /// <summary>When the fault was due.</summary>
    public required double DueS { get; init; }

    /// <summary>
    /// When the fault began. Null if the trial ended before the fault was due: the trial does not count as one with the fault.
    /// </summary>
    public double? BeganS { get; init; }

    /// <summary>
    /// When the fault had taken effect: all processes of the server, or of the killed node, had ended or stood still, the disk of
    /// the server was full, or its network was cut. Null if the fault did not take effect.
    /// </summary>
    public double? StoppedS { get; init; }

    /// <summary>
    /// When the fault was lifted: the run began to start the server or the node again, or let the server go on, or the disk had
    /// space, or the network passed everything again. Null if the fault was not lifted.
    /// </summary>
    public double? StartedS { get; init; }

    /// <summary>
    /// When the server, or the whole cluster, accepted clients again. Null if the server did not. Always null for a pause, after
    /// which the run does not ask.
    /// </summary>
    public double? AcceptedS { get; init; }

    /// <summary>
    /// True if the server ended by itself while its disk was full, so that the run started it again. Null for other faults.
    /// </summary>
    public bool? ServerEnded { get; init; }

    /// <summary>
    /// Seconds from the beginning of the fault to the first acknowledgement after the fault was lifted (<see cref="StartedS"/>).
    /// For a killed node, to the first one after the node had ended (<see cref="StoppedS"/>), because the other nodes go on. The
    /// resolution is about 10 ms. A source also pauses 0.1 s between attempts. Null if nothing was acknowledged any more, or if
    /// unknown.
    /// </summary>
    public double? FirstAckAfterS { get; init; }

    /// <summary>
    /// Records that were acknowledged before the fault began, records of a prefill included: the data with which the server
    /// starts again. Null if unknown.
    /// </summary>
    public long? AcknowledgedRecordsBefore { get; init; }

    /// <summary>
    /// The rate before: acknowledged records per second in the last 10 s before the fault, without the first second of the trial.
    /// If the fault began within 2 s, without the first half of that time. Where the trial added values before
    /// (<c>--add-values</c>), without the time until their dip was over. Null if that dip was not over, if nothing was
    /// acknowledged, or if unknown.
    /// </summary>
    public double? RecordsPerSBefore { get; init; }

    /// <summary>
    /// The lowest rate in any window of one second that begins with or after the fault, as a share of the rate before. Windows
    /// end where the trial begins to add values. Null if none fits, if the rate before is null, or if <c>--rate</c> has stages.
    /// A window is longer in a trial of more than an hour, whose acknowledgements are counted over more than half a second.
    /// </summary>
    public double? LowestShare { get; init; }

    /// <summary>
    /// Seconds from the beginning of the fault to the beginning of the first window of one second in which the rate is at least
    /// 90 % of the rate before. Windows count from the first acknowledgement after the fault (<see cref="FirstAckAfterS"/>). Null
    /// if the trial ended, or began to add values, before such a window, or if <c>--rate</c> has stages.
    /// </summary>
    public double? DipS { get; init; }

    /// <summary>
    /// Acknowledged records that the audit did not find, acknowledged before or after the fault. Null if the fault did not
    /// happen, or without an audit.
    /// </summary>
    public long? LostRecords { get; init; }

    /// <summary>True if the fault happened in the trial.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool Happened => BeganS is not null;
}
