using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// One point of a sweep, summarised. Every figure comes from the measured trials (complete, after the warm-up) unless it says
/// otherwise, and is null when there is none.
/// </summary>
public sealed record PointSummary
{
    /// <summary>The axes.</summary>
    public required Point Point { get; init; }

    /// <summary>Records of all sources together; by duration or of a mix, the mean of what the measured trials did.</summary>
    public required long TotalRecords { get; init; }

    /// <summary>What an acknowledgement means under the point's durability contract; null when the manifest does not describe it.</summary>
    public required string? DurabilityMeaning { get; init; }

    /// <summary>On how many nodes a batch is when it is acknowledged; null where the database does not replicate, or the result does not say.</summary>
    public Copies? Copies { get; init; }

    /// <summary>What became of its trials.</summary>
    public required TrialCounts Trials { get; init; }

    /// <summary>Why the point has no figures; null when it has.</summary>
    public required string? MissingReason { get; init; }

    /// <summary>Throughput to the last acknowledgement.</summary>
    public required Throughput? Throughput { get; init; }

    /// <summary>The makespans; by duration, scaled to the mean number of records.</summary>
    public required SampleStatistics? ElapsedS { get; init; }

    /// <summary>Throughput without the trials flagged as outliers; null when none was.</summary>
    public required OutlierFigures? WithoutOutliers { get; init; }

    /// <summary>Time from the last acknowledgement to quiescence.</summary>
    public required SampleStatistics? SettleS { get; init; }

    /// <summary>Records / mean of (makespan + settling): throughput to quiescence.</summary>
    public required double? QuiescentRecordsPerS { get; init; }

    /// <summary>Batch latencies.</summary>
    public required LatencyFigures? Latency { get; init; }

    /// <summary>Response times and backlog, where records arrived at a rate; null in a closed loop.</summary>
    public OpenLoopFigures? OpenLoop { get; init; }

    /// <summary>The operations of a mix, by kind; null without one.</summary>
    public IReadOnlyList<OperationFigures>? Operations { get; init; }

    /// <summary>How evenly the sources ran.</summary>
    public required SourceSpread? Spread { get; init; }

    /// <summary>Disk space.</summary>
    public required SpaceFigures? Space { get; init; }

    /// <summary>Bytes a record as a slope over the points that differ from this one in the number of records only.</summary>
    public required SpaceSlope? SpaceSlope { get; init; }

    /// <summary>Time spent producing records as a share of the sources' busy time; mean of the trials.</summary>
    public required double? GeneratingShare { get; init; }

    /// <summary>CPU and memory of client and server.</summary>
    public required ResourceFigures? Resources { get; init; }

    /// <summary>Retries and losses.</summary>
    public required FaultCounts Faults { get; init; }

    /// <summary>The client's ceiling; null when it was not calibrated.</summary>
    public required CalibrationFigures? Calibration { get; init; }

    /// <summary>What the audits found.</summary>
    public required AuditFigures Audit { get; init; }

    /// <summary>Whether the measured trials are steady.</summary>
    public required SteadyState Steady { get; init; }

    /// <summary>Whether the makespans are normally distributed; null for fewer than 4 or equal ones.</summary>
    public required ShapiroWilk? Normality { get; init; }

    /// <summary>
    /// How many trials would bring the interval of the mean time to the 2 % of rule 3, at the variance seen; null for fewer than two.
    /// </summary>
    public required RepetitionPlan? Repetition { get; init; }

    /// <summary>Why it has so many trials, where they went on until it is precise enough; null where their number was given.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PrecisionFigures? Precision { get; init; }

    /// <summary>Every raw run, in the order in which they ran.</summary>
    public required IReadOnlyList<TrialRun> Runs { get; init; }

    /// <summary>The trials behind the figures, complete ones after the warm-up, in the order in which they ran.</summary>
    [JsonIgnore]
    public IReadOnlyList<TrialResult> Measured { get; init; } = [];

    /// <summary>The rules of the methodology that speak of a point.</summary>
    public IReadOnlyList<RuleVerdict> Rules { get; init; } = [];

    /// <summary>Labels of the rules that are broken or deserve a note, for tables.</summary>
    public IReadOnlyList<string> Labels => [.. Rules.Select(rule => rule.Label).OfType<string>()];

    /// <summary>Fewer trials than these make no claim: two tell a variance on one degree of freedom.</summary>
    internal const int FewestTrials = 3;

    /// <summary>Whether claims may rest on the point: it has trials enough, and its throughput a bounded interval.</summary>
    [JsonIgnore]
    public bool BearsClaims => Trials.Measured >= FewestTrials && Throughput?.IntervalRecordsPerS is not null;

    /// <summary>Whether the point has no figures.</summary>
    [JsonIgnore]
    public bool IsMissing => MissingReason is not null;
}
