using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The plan for repeating a point that several results have measured, each on its own deployment: whether the variance arises
/// between runs or between deployments, and how many of each to make. <c>ReportVerb</c> and <c>ReportPage</c> compute and show it
/// for several results, and no result file contains it.
/// </summary>
/// <param name="MeanS">
/// Mean over the deployments of the mean of what is planned: makespans in seconds, or by duration seconds per record.
/// </param>
/// <param name="Plan">Plan for an interval of +-2 % of the mean.</param>
/// <param name="Point">The point, equal in all results.</param>
public sealed record DeploymentPlan(Point Point, double MeanS, RepetitionPlan Plan)
{
    /// <summary>Plans every point that several results have measured. A sweep that is given twice counts once.</summary>
    /// <returns>In the order of the first result; empty for one result.</returns>
    public static IReadOnlyList<DeploymentPlan> Of(IReadOnlyList<SweepSummary> summaries) =>
    [
        .. summaries.DistinctBy(summary => (summary.Name, summary.StartedUtc))
            .SelectMany(summary => summary.Points.Where(point => Times(point).Length > 0))
            .GroupBy(point => point.Point)
            .Where(deployments => deployments.Count() > 1)
            .Select(deployments => OfPoint([.. deployments], summaries.Max(summary => summary.Confidence))),
    ];

    private static DeploymentPlan OfPoint(PointSummary[] deployments, double confidence)
    {
        // One more deployment costs at least its warm-up trials. Restarts within a deployment are not measured.
        double warmUps = Math.Max(1, deployments.Average(point => point.Trials.WarmUp));
        double[][] times = [.. deployments.Select(Times)];
        var plan = RepetitionPlan.Of(
            [.. times.Select(deployment => new[] { deployment })], (1, warmUps, warmUps), RuleLimits.HalfWidthAim, confidence)!;
        return new DeploymentPlan(deployments[0].Point, times.Average(deployment => deployment.Average()), plan);
    }

    /// <summary>
    /// Makespans in seconds; by duration, seconds per record instead, so that deployments can be compared. A trial by duration
    /// that counted no record has none.
    /// </summary>
    private static double[] Times(PointSummary point) => point.Point.DurationS is not null
        ? [.. point.Measured.Select(TrialRate.Of).Where(rate => rate > 0).Select(rate => 1 / rate)]
        : [.. point.Runs.Where(run => run is { WarmUp: false, Status: TrialStatus.Complete, ElapsedS: > 0 })
            .Select(run => run.ElapsedS)];
}
