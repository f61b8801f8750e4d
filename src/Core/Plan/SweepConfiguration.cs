using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>
/// Everything that decides what a sweep measures. <c>Configurations</c> of the command line makes it from the options, the
/// manifest stores it, and <c>--resume</c> refuses another one (<c>ConfigurationDifferences</c>). Two sweeps with equal
/// configurations are repetitions. Immutable, without secrets. Manifests contain the members, so none may be renamed, and members
/// that older results lack must be nullable or have a default.
/// </summary>
public sealed record SweepConfiguration
{
    /// <summary>The study whose published protocol the sweep follows, or null.</summary>
    public int? Study { get; init; }

    /// <summary>Deviations from the protocol of the study, a few words each.</summary>
    public IReadOnlyList<string> Deviations { get; init; } = [];

    /// <summary>The points in the order given.</summary>
    public required IReadOnlyList<Point> Points { get; init; }

    /// <summary>
    /// How many fresh deployments each point is measured on. A block is one deployment of one target, started for the block, with
    /// the trials of its points. No other target is open meanwhile. Null if all targets stay open for the whole sweep.
    /// </summary>
    public int? Blocks { get; init; }

    /// <summary>Why the program chose blocks, as a sentence. Null if the user chose.</summary>
    public string? BlocksBecause { get; init; }

    /// <summary>Trials per point and block.</summary>
    [JsonIgnore]
    public int TrialsPerBlock => Trials / (Blocks ?? 1);

    /// <summary>Trials per point over all blocks, including warm-up trials.</summary>
    public required int Trials { get; init; }

    /// <summary>Records that all trials together load by <c>--prefill</c>.</summary>
    [JsonIgnore]
    public long PrefilledRecords => Points.Sum(point => point.PrefilledRecords) * Trials;

    /// <summary>
    /// Trials per point before each extension, rising. Empty if the sweep was never extended. The schedule begins with the
    /// schedule of each.
    /// </summary>
    public IReadOnlyList<int> TrialsBefore { get; init; } = [];

    /// <summary>
    /// Half-width of a point's interval, as a share of its throughput, at which the point has enough trials, for example 0.02.
    /// Null for a fixed number of trials.
    /// </summary>
    public double? Precision { get; init; }

    /// <summary>Most trials of a point, including warm-up trials. Null without <see cref="Precision"/>.</summary>
    public int? MaxTrials { get; init; }

    /// <summary>
    /// The search at each point for the highest rate that holds a limit. <see cref="Trials"/> is then the most of a search. Null
    /// for a sweep whose trials are those of its points.
    /// </summary>
    public SearchPlan? Search { get; init; }

    /// <summary>Leading trials of each point and block that are discarded as warm-up.</summary>
    public required int WarmUp { get; init; }

    /// <summary>
    /// Option of the axis whose two values are compared in pairs: two trials that differ only in this axis run one after the
    /// other, in an order drawn by <see cref="ScheduleSeed"/>. Null without pairs.
    /// </summary>
    public string? PairedBy { get; init; }

    /// <summary>The axis of <see cref="PairedBy"/>.</summary>
    [JsonIgnore]
    public Axis? PairAxis => SweepAxes.All.FirstOrDefault(axis => axis.Option == PairedBy);

    /// <summary>The order of the trials.</summary>
    public required SweepOrder Order { get; init; }

    /// <summary>Seed of the synthetic data, and of the schedule unless <see cref="OrderSeed"/> is set.</summary>
    public required ulong Seed { get; init; }

    /// <summary>
    /// Seed of the schedule of pairs, drawn for each sweep if the user gave no seed. The test of pairs relies on the draw: with
    /// the same order in every sweep, the same disturbance would meet the same trials. Null if <see cref="Seed"/> decides.
    /// </summary>
    public ulong? OrderSeed { get; init; }

    /// <summary>The seed of the schedule.</summary>
    [JsonIgnore]
    public ulong ScheduleSeed => OrderSeed ?? Seed;

    /// <summary>Name of the workload: <c>synthetic</c>, or the name of the recording.</summary>
    public required string Workload { get; init; }

    /// <summary>Facts that identify the data of the workload, such as the hash of a recording.</summary>
    public required IReadOnlyDictionary<string, string> WorkloadFacts { get; init; }

    /// <summary>Endpoint of each database by name, without secrets. <c>local</c> without an endpoint.</summary>
    public required IReadOnlyDictionary<string, string> Endpoints { get; init; }

    /// <summary>
    /// The whole deployment files by name. They name environment variables with passwords and contain none. Null without any.
    /// </summary>
    public IReadOnlyDictionary<string, JsonElement>? Deployments { get; init; }

    /// <summary>Command that starts source processes on other hosts. Null if all run on this machine.</summary>
    public string? Launcher { get; init; }

    /// <summary>Path of this program on these hosts. Null if all sources run on this machine.</summary>
    public string? HostProgram { get; init; }

    /// <summary>Attempts after the first before a batch is given up.</summary>
    public required int Retries { get; init; }

    /// <summary>Pause before the first retry in seconds. It doubles with each retry.</summary>
    public required double RetryDelayS { get; init; }

    /// <summary>Retries of databases that override the default, by name. Null in results of older versions.</summary>
    public IReadOnlyDictionary<string, RetryDefault>? OwnRetries { get; init; }

    /// <summary>
    /// Longest warm-up of the processes before the first trial of each kind of point, in seconds. 0 for none. Null in results of
    /// older versions.
    /// </summary>
    public double? RehearsalS { get; init; }

    /// <summary>Timeout of one request in seconds.</summary>
    public required double RequestTimeoutS { get; init; }

    /// <summary>
    /// Version of the rules by which operations of a mix were drawn (<see cref="Operations.OperationRequest.Law"/>). Null
    /// without a mix, and in results of older versions.
    /// </summary>
    public int? OperationLaw { get; init; }

    /// <summary>Confidence level of intervals, for example 0.95.</summary>
    public required double Confidence { get; init; }

    /// <summary>Extends the sweep by more trials or a narrower precision.</summary>
    /// <param name="trials">Trials per point, at least as many as before.</param>
    /// <param name="precision">The new precision, or null to keep it.</param>
    /// <param name="maxTrials">The new limit of trials, or null to keep it.</param>
    public SweepConfiguration ExtendedTo(int trials, double? precision = null, int? maxTrials = null)
    {
        List<string> deviations =
        [
            .. trials > Trials ? [FormattableString.Invariant($"extended from {Trials} to {trials} trials")]
                : Array.Empty<string>(),
            .. precision is not null || maxTrials is not null
                ? [FormattableString.Invariant(
                $"extended until +-{precision ?? Precision:0.##%}, to up to {maxTrials ?? MaxTrials} trials")]
                : Array.Empty<string>(),
        ];
        return this with
        {
            Trials = trials,
            TrialsBefore = trials > Trials ? [.. TrialsBefore, Trials] : TrialsBefore,
            Precision = precision ?? Precision,
            MaxTrials = maxTrials ?? MaxTrials,
            Deviations = Study is null ? Deviations : [.. Deviations, .. deviations],
        };
    }
}
