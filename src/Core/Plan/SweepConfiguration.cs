using System.Text.Json;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Plan;

/// <summary>Everything that decides what a sweep measures: two sweeps with equal configurations are repetitions.</summary>
public sealed record SweepConfiguration
{
    /// <summary>The study whose published protocol is followed, or null.</summary>
    public int? Study { get; init; }

    /// <summary>Where the study's protocol is not followed, each in a few words; empty when it is, or when there is no study.</summary>
    public IReadOnlyList<string> Deviations { get; init; } = [];

    /// <summary>The points, in the order given.</summary>
    public required IReadOnlyList<Point> Points { get; init; }

    /// <summary>
    /// How often each point is measured on a deployment of its own, or null where all targets are open from beginning to end. A block
    /// is one deployment of one target, started fresh, with its points' trials inside; no other target is open meanwhile.
    /// </summary>
    public int? Blocks { get; init; }

    /// <summary>Why there are blocks though nobody asked for them, as a sentence; null otherwise.</summary>
    public string? BlocksBecause { get; init; }

    /// <summary>Trials a point in each block; all of them where there are no blocks.</summary>
    [JsonIgnore]
    public int TrialsPerBlock => Trials / (Blocks ?? 1);

    /// <summary>Trials a point, those of all blocks and warm-up included.</summary>
    public required int Trials { get; init; }

    /// <summary>
    /// Trials a point that it had before it was extended, rising; empty when it never was. Its schedule begins with that of each.
    /// </summary>
    public IReadOnlyList<int> TrialsBefore { get; init; } = [];

    /// <summary>
    /// Half the width of a point's interval, as a share of its throughput, at which it has trials enough: 0.02. Null where every point has the
    /// same number of trials.
    /// </summary>
    public double? Precision { get; init; }

    /// <summary>Trials that a point has at most until it is precise enough, warm-up included; null without <see cref="Precision"/>.</summary>
    public int? MaxTrials { get; init; }

    /// <summary>Leading trials of each point that are discarded, in each block.</summary>
    public required int WarmUp { get; init; }

    /// <summary>
    /// The option of the axis whose two values are compared in pairs: trials that differ in nothing else run one after the other, which of them
    /// first being drawn by <see cref="ScheduleSeed"/>. Null where nothing is compared so.
    /// </summary>
    public string? PairedBy { get; init; }

    /// <summary>The axis of <see cref="PairedBy"/>.</summary>
    [JsonIgnore]
    public Axis? PairAxis => SweepAxes.All.FirstOrDefault(axis => axis.Option == PairedBy);

    /// <summary>The order of the trials.</summary>
    public required SweepOrder Order { get; init; }

    /// <summary>The seed of the synthetic data, and of the schedule unless that has a seed of its own.</summary>
    public required ulong Seed { get; init; }

    /// <summary>
    /// The seed of the schedule of pairs, drawn anew for each sweep whose user gave no seed: the test of pairs is one of that draw, and the same draw in
    /// every sweep would meet the same disturbance in every sweep. Null where <see cref="Seed"/> decides.
    /// </summary>
    public ulong? OrderSeed { get; init; }

    /// <summary>The seed that decides the schedule.</summary>
    [JsonIgnore]
    public ulong ScheduleSeed => OrderSeed ?? Seed;

    /// <summary>The workload's name: <c>synthetic</c>, or the input's.</summary>
    public required string Workload { get; init; }

    /// <summary>What identifies the workload's data.</summary>
    public required IReadOnlyDictionary<string, string> WorkloadFacts { get; init; }

    /// <summary>Where each database is, by its name, without secrets; <c>local</c> where none was given.</summary>
    public required IReadOnlyDictionary<string, string> Endpoints { get; init; }

    /// <summary>The deployments that are measured, whole, by name; null where none is. They name variables that have passwords, and hold none.</summary>
    public IReadOnlyDictionary<string, JsonElement>? Deployments { get; init; }

    /// <summary>How source processes are started on other hosts; null where all run on this machine.</summary>
    public string? Launcher { get; init; }

    /// <summary>Where this program is on those hosts; null where all run on this machine.</summary>
    public string? HostProgram { get; init; }

    /// <summary>Attempts beyond the first before a batch is given up.</summary>
    public required int Retries { get; init; }

    /// <summary>The pause before the first retry; it doubles from one to the next.</summary>
    public required double RetryDelayS { get; init; }

    /// <summary>Both for the databases that have a default of their own which the user has not replaced, by name; null in results of versions that had none.</summary>
    public IReadOnlyDictionary<string, RetryDefault>? OwnRetries { get; init; }

    /// <summary>
    /// For how long at most the client's code is warmed up before the first trial of each kind of point; 0 where that was left out, null in results
    /// of versions that did not record it.
    /// </summary>
    public double? RehearsalS { get; init; }

    /// <summary>How long one request may take before it counts as failed.</summary>
    public required double RequestTimeoutS { get; init; }

    /// <summary>The confidence level of intervals, 0.95 for instance.</summary>
    public required double Confidence { get; init; }

    /// <summary>The same sweep with more trials, or until it is more precise.</summary>
    /// <param name="trials">Trials a point; at least as many as it has.</param>
    /// <param name="precision">The precision from now on.</param>
    /// <param name="maxTrials">The most trials from now on.</param>
    /// <returns>The configuration.</returns>
    public SweepConfiguration ExtendedTo(int trials, double? precision = null, int? maxTrials = null)
    {
        List<string> deviations =
        [
            .. trials > Trials ? [FormattableString.Invariant($"extended from {Trials} to {trials} trials")] : Array.Empty<string>(),
            .. precision is not null || maxTrials is not null ? [FormattableString.Invariant($"extended until +-{precision ?? Precision:0.##%}, to up to {maxTrials ?? MaxTrials} trials")] : Array.Empty<string>(),
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
