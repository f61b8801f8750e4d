using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The plan for repeating a point that several results have measured, each on its own deployments: whether the variance arises
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

    private static DeploymentPlan OfPoint(PointSummary[] results, double confidence)
    {
        double[][] times = [.. results.SelectMany(Times)];

        // One more deployment costs at least its warm-up trials. Restarts within a deployment are not measured.
        double warmUps = Math.Max(1, (double)results.Sum(point => point.Trials.WarmUp) / times.Length);
        var plan = RepetitionPlan.Of(
            [.. times.Select(deployment => new[] { deployment })], (1, warmUps, warmUps), RuleLimits.HalfWidthAim, confidence)!;
        return new DeploymentPlan(results[0].Point, times.Average(deployment => deployment.Average()), plan);
    }

    /// <summary>
    /// Times of each deployment of a result: of each block, or of all trials without blocks. They are makespans in seconds, and
    /// by duration seconds per record, so that deployments can be compared. A trial by duration that counted no record has none.
    /// </summary>
    private static double[][] Times(PointSummary point)
    {
        bool isByDuration = point.Point.DurationS is not null;
        TrialResult[] trials = [.. point.Measured.Where(trial => !isByDuration || TrialRate.Of(trial) > 0)];
        double[] times = [.. trials.Select(trial => isByDuration ? 1 / TrialRate.Of(trial) : trial.ElapsedS)];
        return times.Length == 0 ? [] : BlockMeans.Groups(trials, times);
    }
}
