using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Rules;

/// <summary>What the rules look at to judge a point.</summary>
internal sealed record PointFacts(Manifest Manifest, PointTrials Trials, PointSummary Summary)
{
    public TargetDescription? Target { get; } = Targets.Of(Manifest, Trials.Point);

    public IReadOnlyList<TrialResult> Measured => Trials.Measured;

    public int N => Measured.Count;

    /// <summary>What the nodes of the point's deployment could do before the first trial; null where there is none, or it was not measured.</summary>
    public IReadOnlyList<NodeLimits>? NodeLimits { get; } =
        SweepAxes.Deployment.TryGet(Trials.Point.Target, out string? deployment) ? Manifest.DeploymentLimits?.GetValueOrDefault(deployment) : null;

    /// <summary>The round trip to each server on another machine before the first trial, where there is no deployment; null where none was measured.</summary>
    public IReadOnlyDictionary<string, double>? RoundTrips => NodeLimits is null ? Target?.RoundTripsS : null;

    /// <summary>Whether there is no database behind the point: several rules are about databases only.</summary>
    public bool IsNull => Trials.Point.Database == Targets.Null;

    /// <summary>Whether the database works in the client's process or on its machine.</summary>
    public bool IsOnClientMachine => Target?.Placement is "in-process" or "local";
}
