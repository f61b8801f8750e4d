using System.Text.Json.Serialization;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// The result of one finished trial, a line of the journal. <see cref="Trials.TrialRecord"/> makes it, the journal stores it
/// before the next trial begins, and all statistics derive from it. Immutable, without secrets. Journals contain the members,
/// so none may be renamed, and members that older results lack must be nullable or have a default.
/// </summary>
public sealed record TrialResult : JournalEntry
{
    /// <summary>The point.</summary>
    public required Point Point { get; init; }

    /// <summary>Number of the trial within its point, from 1.</summary>
    public required int Trial { get; init; }

    /// <summary>True for a warm-up trial, whose figures are discarded.</summary>
    public required bool WarmUp { get; init; }

    /// <summary>Position in the schedule, from 0.</summary>
    public required int Position { get; init; }

    /// <summary>
    /// Number of the stretch between two starts of the program, from 1. Null in results of older versions. A later stretch may
    /// have no warm-up trials: the process warm-up stands in for them.
    /// </summary>
    public int? Stretch { get; init; }

    /// <summary>The block of the trial, from 1. Null in a sweep without blocks.</summary>
    public int? Block { get; init; }

    /// <summary>When the deployment of its block was started. Null without blocks, or if it could not be started.</summary>
    public DateTimeOffset? DeployedUtc { get; init; }

    /// <summary>When the trial began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>How the trial ended.</summary>
    public required TrialStatus Status { get; init; }

    /// <summary>Why the trial is not complete, without secrets. Null if it is complete.</summary>
    public string? Error { get; init; }

    /// <summary>
    /// The makespan in seconds: from the common start to the last acknowledgement of the last source. With <c>--duration</c> at
    /// least the duration, unless a source ran out of records.
    /// </summary>
    public double ElapsedS { get; init; }

    /// <summary>
    /// Throughput in records per second, as <see cref="TrialRate"/> computes it. Records that needed a retry take time but do not
    /// count. With a mix, the records that it inserted per second.
    /// </summary>
    public double RecordsPerS { get; init; }

    /// <summary>Records acknowledged, including retried ones. With a mix, those that it inserted.</summary>
    public long AcknowledgedRecords { get; init; }

    /// <summary>Records acknowledged after a retry. 0 with a mix.</summary>
    public long RetriedRecords { get; init; }

    /// <summary>Records that were sent and never acknowledged. 0 with a mix.</summary>
    public long FailedRecords { get; init; }

    /// <summary>
    /// Throughput of a mix in operations per second, as <see cref="TrialRate"/> computes it. Operations that needed a retry take
    /// time but do not count. Null without a mix.
    /// </summary>
    public double? OperationsPerS { get; init; }

    /// <summary>Operations of a mix that were acknowledged or answered, including retried ones. Null without a mix.</summary>
    public long? AcknowledgedOperations { get; init; }

    /// <summary>Operations acknowledged after a retry. Null without a mix.</summary>
    public long? RetriedOperations { get; init; }

    /// <summary>Operations that were sent and never acknowledged. Null without a mix.</summary>
    public long? FailedOperations { get; init; }

    /// <summary>Attempts after a failure, over all batches or operations.</summary>
    public long Retries { get; init; }

    /// <summary>
    /// Attempts that lost a race against another client. They count neither as failures nor as retries. Null in results of older
    /// versions.
    /// </summary>
    public long? Conflicts { get; init; }

    /// <summary>Batches that recovery found stored after their acknowledgement was lost.</summary>
    public long ResolvedBatches { get; init; }

    /// <summary>Share of the sources' busy time that went into generating records, 0 to 1.</summary>
    public double GeneratingShare { get; init; }

    /// <summary>One entry per source.</summary>
    public IReadOnlyList<SourceOutcome> Sources { get; init; } = [];

    /// <summary>Service times of batches, or of all operations of a mix. Null if nothing was acknowledged.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>One entry per kind of operation in a mix. Null without a mix.</summary>
    public IReadOnlyList<OperationResult>? Operations { get; init; }

    /// <summary>
    /// The load of the records that the mix works on, or of those of <c>--prefill</c>. Null without either, if it failed, and in
    /// results of older versions, where the load of a mix was part of the timed phase.
    /// </summary>
    public LoadResult? Load { get; init; }

    /// <summary>Operations that each lane of a mix started, source by source. <c>verify</c> replays them.</summary>
    public IReadOnlyList<long>? LaneOperations { get; init; }

    /// <summary>
    /// Updates of a mix that were repeated after an attempt in doubt, where the client cannot rule out that the attempt still
    /// arrives and replaces a later update. The audit allows for them, and <c>verify</c> cannot. Null without any.
    /// </summary>
    public long? LastingUpdates { get; init; }

    /// <summary>Measures of an open loop. Null in a closed loop.</summary>
    public OpenLoopResult? OpenLoop { get; init; }

    /// <summary>The fault of the trial. Null without <c>--fault</c>.</summary>
    public FaultResult? Fault { get; init; }

    /// <summary>The values that the trial added to its table. Null without <c>--add-values</c>.</summary>
    public AdditionResult? Addition { get; init; }

    /// <summary>What the sources sent twice. Null without <c>--duplicates</c>.</summary>
    public RepeatResult? Repeats { get; init; }

    /// <summary>When queries saw acknowledged records. Null without <c>--freshness</c>.</summary>
    public FreshnessResult? Freshness { get; init; }

    /// <summary>How long questions about time ranges took, by kind. Null without <c>--queries</c>.</summary>
    public IReadOnlyList<TimeQueryResult>? Queries { get; init; }

    /// <summary>
    /// Times without an acknowledgement. Null for results of older versions, and for a trial with too few acknowledgements.
    /// </summary>
    public StallResult? Stalls { get; init; }

    /// <summary>
    /// Seconds from the last acknowledgement until the database was quiescent. With sources on other hosts they contain the
    /// second reading of the hosts' clocks.
    /// </summary>
    public double SettleS { get; init; }

    /// <summary>Disk space. Null if the trial failed before.</summary>
    public SpaceResult? Space { get; init; }

    /// <summary>The audit. Null if the trial failed before.</summary>
    public AuditResult? Audit { get; init; }

    /// <summary>Use of this machine by others. Null in results of older versions.</summary>
    public MachineUse? Machine { get; init; }

    /// <summary>Energy that this machine took. Null in results of older versions, and if nothing was written.</summary>
    public EnergyUse? Energy { get; init; }

    /// <summary>Other hosts that ran sources. Null without any.</summary>
    public IReadOnlyList<HostUse>? Hosts { get; init; }

    /// <summary>Resource use of the client.</summary>
    public ResourceUse? Client { get; init; }

    /// <summary>Resource use of the server. Null if any of it is remote, and for an embedded database.</summary>
    public ResourceUse? Server { get; init; }

    /// <summary>Resource use per node of a deployment, read on its machine. Null without such readers.</summary>
    public IReadOnlyList<NodeUse>? ServerNodes { get; init; }

    /// <summary>Bytes that the client allocated on the managed heap during the ingestion.</summary>
    public long ClientAllocatedBytes { get; init; }

    /// <summary>Garbage collections of the client during the ingestion.</summary>
    public int ClientCollections { get; init; }

    /// <summary>
    /// Methods that the client compiled during the ingestion. Many show that cold code was measured. Null in older results.
    /// </summary>
    public long? ClientCompiledMethods { get; init; }

    /// <summary>
    /// What the server did by itself, settling included. Null if its log tells nothing, or the run did not start it.
    /// </summary>
    public IReadOnlyList<BackgroundWork>? BackgroundWork { get; init; }

    /// <summary>Samples taken during the trial.</summary>
    public IReadOnlyList<ThroughputSample> Samples { get; init; } = [];

    /// <summary>Throughput of what the trial was for: records, or operations of a mix.</summary>
    [JsonIgnore]
    public double PerS => OperationsPerS ?? RecordsPerS;

    /// <summary>Acknowledged records, or operations of a mix.</summary>
    [JsonIgnore]
    public long Acknowledged => AcknowledgedOperations ?? AcknowledgedRecords;

    /// <summary>Retried records, or operations of a mix.</summary>
    [JsonIgnore]
    public long Retried => RetriedOperations ?? RetriedRecords;

    /// <summary>Failed records, or operations of a mix.</summary>
    [JsonIgnore]
    public long Failed => FailedOperations ?? FailedRecords;

    /// <summary>Records that the table stored when the trial began: those of <c>--prefill</c>.</summary>
    [JsonIgnore]
    public long StoredBefore => Point.Mix is null ? Load?.Records ?? 0 : 0;

    /// <summary>The identity of the trial.</summary>
    [JsonIgnore]
    public TrialId Id => new(Point.Key, Trial);
}
