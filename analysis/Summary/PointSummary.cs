using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The summary of one point of a sweep, written to <c>summary.json</c> and read by every table, figure and rule. Figures come
/// from the measured trials (complete, after the warm-up) unless a member says otherwise, and are null without such trials.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it. It is immutable; a figure that is not in it appears in no table. <c>summary.json</c>
/// contains the members, so none may be renamed.
/// </remarks>
public sealed record PointSummary
{
    /// <summary>Axes of the point.</summary>
    public required Point Point { get; init; }

    /// <summary>
    /// Records of all sources together. By duration, the mean over the measured trials; with a mix, those that are loaded.
    /// </summary>
    public required long TotalRecords { get; init; }

    /// <summary>Operations of all sources together, the mean over the measured trials; null without a mix.</summary>
    public long? TotalOperations { get; init; }

    /// <summary>
    /// The meaning of an acknowledgement under the point's durability level; null when the manifest does not describe it.
    /// </summary>
    public required string? DurabilityMeaning { get; init; }

    /// <summary>
    /// Nodes that hold a batch when it is acknowledged. Null where the database does not replicate, and in older results.
    /// </summary>
    public Copies? Copies { get; init; }

    /// <summary>Number of trials by outcome.</summary>
    public required TrialCounts Trials { get; init; }

    /// <summary>Reason why the point has no figures; null when it has.</summary>
    public required string? MissingReason { get; init; }

    /// <summary>Throughput to the last acknowledgement; at a rate by duration, the mean of the achieved rates.</summary>
    public required Throughput? Throughput { get; init; }

    /// <summary>Makespans in seconds; by duration, scaled to the mean number of records.</summary>
    public required SampleStatistics? ElapsedS { get; init; }

    /// <summary>Throughput without the trials flagged as outliers; null when none is flagged.</summary>
    public required OutlierFigures? WithoutOutliers { get; init; }

    /// <summary>
    /// Seconds in which the records of a mix were loaded, over the loads that trials used; null without a mix and in results of
    /// older versions.
    /// </summary>
    public SampleStatistics? LoadS { get; init; }

    /// <summary>Seconds from the last acknowledgement to quiescence.</summary>
    public required SampleStatistics? SettleS { get; init; }

    /// <summary>Records / mean of (makespan + settling): throughput to quiescence.</summary>
    public required double? QuiescentRecordsPerS { get; init; }

    /// <summary>Batch latencies.</summary>
    public required LatencyFigures? Latency { get; init; }

    /// <summary>Response times and backlog of records that arrive at a rate; null in a closed loop.</summary>
    public OpenLoopFigures? OpenLoop { get; init; }

    /// <summary>Operations of a mix, by kind; null without a mix.</summary>
    public IReadOnlyList<OperationFigures>? Operations { get; init; }

    /// <summary>Spread of the starts and ends of the sources.</summary>
    public required SourceSpread? Spread { get; init; }

    /// <summary>Disk space.</summary>
    public required SpaceFigures? Space { get; init; }

    /// <summary>Bytes per record as a slope over the points that differ from this one in the number of records only.</summary>
    public required SpaceSlope? SpaceSlope { get; init; }

    /// <summary>Time spent generating records as a share of the sources' busy time; mean of the trials.</summary>
    public required double? GeneratingShare { get; init; }

    /// <summary>CPU and memory of client and server.</summary>
    public required ResourceFigures? Resources { get; init; }

    /// <summary>Energy per record; null for results of versions that measured none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public EnergyFigures? Energy { get; init; }

    /// <summary>Cost of records at given prices (<c>--price</c>); null without prices.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public CostFigures? Cost { get; init; }

    /// <summary>Retries and losses.</summary>
    public required FaultCounts Faults { get; init; }

    /// <summary>Losses, times and dips after the faults of the trials; null without a fault.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FaultFigures? Fault { get; init; }

    /// <summary>The effect of adding values to the table. Null without <c>--add-values</c>.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public AdditionFigures? Addition { get; init; }

    /// <summary>
    /// Records that sources sent twice, and how the database stored them; null when every record was sent once.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RepeatFigures? Repeats { get; init; }

    /// <summary>How soon queries saw acknowledged records; null without probes.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FreshnessFigures? Freshness { get; init; }

    /// <summary>How long questions about time ranges took, by kind; null without questions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<TimeQueryFigures>? Queries { get; init; }

    /// <summary>
    /// Effect of the growing table on throughput, and stalls. Null without a measured trial, and for short trials of older
    /// versions, which recorded no stalls.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GrowthFigures? Growth { get; init; }

    /// <summary>The client's ceiling; null without a calibration.</summary>
    public required CalibrationFigures? Calibration { get; init; }

    /// <summary>Findings of the audits.</summary>
    public required AuditFigures Audit { get; init; }

    /// <summary>Tests for a steady state.</summary>
    public required SteadyState Steady { get; init; }

    /// <summary>
    /// Test of the makespans for a normal distribution. Null for fewer than 4 makespans, more than 5,000, and equal ones.
    /// </summary>
    public required ShapiroWilk? Normality { get; init; }

    /// <summary>
    /// The number of trials that would bring the interval of the mean time to the 2 % of rule 3, at the measured variance; null
    /// for fewer than two trials.
    /// </summary>
    public required RepetitionPlan? Repetition { get; init; }

    /// <summary>
    /// The outcome of <c>--precision</c>, which adds trials until the interval is narrow enough; null for a fixed number of
    /// trials.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PrecisionFigures? Precision { get; init; }

    /// <summary>Every trial in the order in which they ran.</summary>
    public required IReadOnlyList<TrialRun> Runs { get; init; }

    /// <summary>The trials behind the figures: complete ones after the warm-up, in the order in which they ran.</summary>
    [JsonIgnore]
    public IReadOnlyList<TrialResult> Measured { get; init; } = [];

    /// <summary>Verdicts of the rules of the methodology on this point.</summary>
    public IReadOnlyList<RuleVerdict> Rules { get; init; } = [];

    /// <summary>Labels of broken and noted rules, for tables.</summary>
    public IReadOnlyList<string> Labels => [.. Rules.Select(rule => rule.Label).OfType<string>()];

    /// <summary>
    /// Fewest trials, or blocks where there are several, behind a claim: two values give a variance on one degree of freedom.
    /// </summary>
    public const int FewestTrials = 3;

    /// <summary>
    /// True when claims may rest on the point: it has enough trials, and its throughput has a bounded interval.
    /// </summary>
    [JsonIgnore]
    public bool BearsClaims => (Trials.AreOfBlocks ? Trials.Blocks : Trials.Measured) >= FewestTrials
        && Throughput?.IntervalRecordsPerS is not null;

    /// <summary>
    /// Bytes a record for sentences and rankings: the slope, or the quotient where the slope is 0 or below, as over sizes that
    /// fit into files made in advance. Null without a measured space.
    /// </summary>
    [JsonIgnore]
    public double? BytesPerRecord => SpaceSlope is { BytesPerRecord: > 0 and var slope } ? slope : Space?.BytesPerRecord.Mean;

    /// <summary>True when the point has no figures.</summary>
    [JsonIgnore]
    public bool IsMissing => MissingReason is not null;
}
