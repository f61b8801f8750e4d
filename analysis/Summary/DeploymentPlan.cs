using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// A point that was measured in several results, each a deployment of its own: whether its variance arises between runs or between
/// deployments, and how many of each to make.
/// </summary>
/// <param name="Point">The point.</param>
/// <param name="MeanS">The mean makespan over the deployments.</param>
/// <param name="Plan">The plan for an interval of +-2 % of it.</param>
public sealed record DeploymentPlan(Point Point, double MeanS, RepetitionPlan Plan)
{
    /// <summary>Plans every point that several results have measured.</summary>
    /// <param name="summaries">The results.</param>
    /// <returns>The plans, in the order of the first result; none for one result.</returns>
    public static IReadOnlyList<DeploymentPlan> Of(IReadOnlyList<SweepSummary> summaries) =>
    [
        .. summaries.DistinctBy(summary => (summary.Name, summary.StartedUtc)).SelectMany(summary => summary.Points.Where(point => !point.IsMissing))
            .GroupBy(point => point.Point)
            .Where(deployments => deployments.Count() > 1)
            .Select(deployments => OfPoint([.. deployments], summaries.Max(summary => summary.Confidence))),
    ];

    private static DeploymentPlan OfPoint(PointSummary[] deployments, double confidence)
    {
        // One more deployment costs its warm-up trials at least; a restart within a deployment is not measured.
        double warmUps = Math.Max(1, deployments.Average(point => point.Trials.WarmUp));
        var plan = RepetitionPlan.Of(
            [.. deployments.Select(point => new[] { Times(point) })], (1, warmUps, warmUps), Limits.HalfWidthAim, confidence)!;
        return new DeploymentPlan(deployments[0].Point, deployments.Average(point => point.ElapsedS!.Mean), plan);
    }

    /// <summary>By duration, all deployments must be on one scale: that of a record.</summary>
    private static double[] Times(PointSummary point) => point.Point.DurationS is not null
        ? [.. point.Measured.Select(trial => TrialRate.Of(trial) is > 0 and var rate ? 1 / rate : trial.ElapsedS)]
        : [.. point.Runs.Where(run => run is { WarmUp: false, Status: TrialStatus.Complete, ElapsedS: > 0 }).Select(run => run.ElapsedS)];
}
