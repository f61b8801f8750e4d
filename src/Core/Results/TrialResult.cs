using System.Text.Json.Serialization;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>One finished trial: a line of the journal.</summary>
public sealed record TrialResult : JournalEntry
{
    /// <summary>The point.</summary>
    public required Point Point { get; init; }

    /// <summary>The trial's number within its point, from 1.</summary>
    public required int Trial { get; init; }

    /// <summary>Whether it is one of the point's warm-up trials, which are discarded.</summary>
    public required bool WarmUp { get; init; }

    /// <summary>Its place in the schedule of the sweep, from 0.</summary>
    public required int Position { get; init; }

    /// <summary>
    /// Which stretch between two starts of the program it belongs to, from 1; null in results that do not say. Warm-up trials are
    /// those of the first stretch: after each later start the code is rehearsed.
    /// </summary>
    public int? Stretch { get; init; }

    /// <summary>The block that it belongs to, from 1: one deployment of its target, started fresh; null where there are none.</summary>
    public int? Block { get; init; }

    /// <summary>When the deployment was begun that it ran on; null where there are no blocks, or it could not be started.</summary>
    public DateTimeOffset? DeployedUtc { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>How it ended.</summary>
    public required TrialStatus Status { get; init; }

    /// <summary>Why it is not complete, without secrets; null when it is.</summary>
    public string? Error { get; init; }

    /// <summary>
    /// The makespan: from the common start to the last acknowledgement of the last source; in a trial by duration its duration at
    /// least, unless a source had no records left.
    /// </summary>
    public double ElapsedS { get; init; }

    /// <summary>
    /// Throughput: records acknowledged at their first attempt, divided by the makespan; in an open loop by the time in which they were
    /// offered (<see cref="TrialRate"/>). Records that needed a retry took their time but do not count.
    /// </summary>
    public double RecordsPerS { get; init; }

    /// <summary>Records acknowledged in all, retried ones included.</summary>
    public long AcknowledgedRecords { get; init; }

    /// <summary>Records acknowledged after a retry.</summary>
    public long RetriedRecords { get; init; }

    /// <summary>Records that were tried and never acknowledged.</summary>
    public long FailedRecords { get; init; }

    /// <summary>Retries, each an attempt beyond a batch's first.</summary>
    public long Retries { get; init; }

    /// <summary>Batches whose acknowledgement was lost and that were found stored: not sent again.</summary>
    public long ResolvedBatches { get; init; }

    /// <summary>Time spent producing records as a share of all sources' busy time, 0 to 1.</summary>
    public double GeneratingShare { get; init; }

    /// <summary>Each source's share in the trial.</summary>
    public IReadOnlyList<SourceOutcome> Sources { get; init; } = [];

    /// <summary>Batch latencies, or null when no batch was acknowledged.</summary>
    public LatencySummary? Latency { get; init; }

    /// <summary>The operations of a mix, by kind; null where batches were inserted and nothing else. With a mix, records above are operations.</summary>
    public IReadOnlyList<OperationResult>? Operations { get; init; }

    /// <summary>Operations that each lane of a mix began, source by source: from that, what must be stored is known.</summary>
    public IReadOnlyList<long>? LaneOperations { get; init; }

    /// <summary>What an open loop measures besides; null in a closed one.</summary>
    public OpenLoopResult? OpenLoop { get; init; }

    /// <summary>From the last acknowledgement until the database was quiescent.</summary>
    public double SettleS { get; init; }

    /// <summary>Disk space, or null when the trial did not come so far.</summary>
    public SpaceResult? Space { get; init; }

    /// <summary>The audit, or null when the trial did not come so far.</summary>
    public AuditResult? Audit { get; init; }

    /// <summary>What the machine did besides; null in results that do not say.</summary>
    public MachineUse? Machine { get; init; }

    /// <summary>The hosts that sources ran on, other than this machine, and how well their clocks were known; null where there were none.</summary>
    public IReadOnlyList<HostUse>? Hosts { get; init; }

    /// <summary>What the client used.</summary>
    public ResourceUse? Client { get; init; }

    /// <summary>What the server used; null when it is remote, or runs in the client.</summary>
    public ResourceUse? Server { get; init; }

    /// <summary>What each node of the server used, where nodes of a deployment were watched on their own machines; null elsewhere.</summary>
    public IReadOnlyList<NodeUse>? ServerNodes { get; init; }

    /// <summary>Bytes allocated on the managed heap of the client between start and last acknowledgement.</summary>
    public long ClientAllocatedBytes { get; init; }

    /// <summary>Garbage collections in the client between start and last acknowledgement.</summary>
    public int ClientCollections { get; init; }

    /// <summary>Methods that the client compiled in that time: many mean that cold code was measured. Null in results that do not say.</summary>
    public long? ClientCompiledMethods { get; init; }

    /// <summary>Samples within the trial.</summary>
    public IReadOnlyList<ThroughputSample> Samples { get; init; } = [];

    /// <summary>The trial's identity in the journal.</summary>
    [JsonIgnore]
    public TrialId Id => new(Point.Key, Trial);
}
