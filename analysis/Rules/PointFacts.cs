using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>
/// The facts about a point that the rules judge: manifest, trials and figures. <see cref="PointRules"/> passes one to each rule,
/// and <c>Summarizer</c> creates it once the figures are computed. Rules read it and change nothing.
/// </summary>
/// <param name="Manifest">Configuration and environment of the sweep.</param>
/// <param name="Trials">The trials of the point.</param>
/// <param name="Summary">The figures of the point, without verdicts.</param>
internal sealed record PointFacts(Manifest Manifest, PointTrials Trials, PointSummary Summary)
{
    /// <summary>Description of the target of the point. Null when the manifest lacks it.</summary>
    public TargetDescription? Target { get; } = ManifestTargets.Of(Manifest, Trials.Point);

    /// <summary>Complete trials after the warm-up.</summary>
    public IReadOnlyList<TrialResult> Measured => Trials.Measured;

    /// <summary>Number of measured trials; 0 for a missing point.</summary>
    public int N => Measured.Count;

    /// <summary>
    /// Limits of the nodes of the point's deployment, measured before the first trial. Null without a deployment or a
    /// measurement.
    /// </summary>
    public IReadOnlyList<NodeLimits>? NodeLimits { get; } =
        SweepAxes.Deployment.TryGet(Trials.Point.Target, out string? deployment)
            ? Manifest.DeploymentLimits?.GetValueOrDefault(deployment) : null;

    /// <summary>
    /// Seconds of a round trip to each server on another machine, by address, measured before the first trial. Null when
    /// <c>NodeLimits</c> are known, and without a measurement.
    /// </summary>
    public IReadOnlyDictionary<string, double>? RoundTrips => NodeLimits is null ? Target?.RoundTripsS : null;

    /// <summary>True for the null target: rules about databases do not apply.</summary>
    public bool IsNull => Trials.Point.Database == ManifestTargets.Null;

    /// <summary>True when the database runs in the client's process or on its machine.</summary>
    public bool IsOnClientMachine => Target?.Placement is "in-process" or "local";
}
