using System.Globalization;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Formats the points that several results have measured as a table: where their variance arises, and how often to repeat runs
/// and deployments. <c>ReportVerb</c> prints it and <c>ReportPage</c> shows it, for several results. <see cref="DeploymentPlan"/>
/// computes the plans.
/// </summary>
public static class DeploymentTable
{
    /// <summary>One row per plan; at least one plan.</summary>
    public static TextTable Of(IReadOnlyList<DeploymentPlan> plans) => PointTable.Of<DeploymentPlan>(
        "Where the variance arises: points measured in several results, each of these or of their blocks a deployment",
        [.. plans.Select(plan => (plan.Point, plan))],
        AxisColumns.Varying([.. plans.Select(plan => plan.Point)]),
        [
            ("deployments", 0, plan => Measured(plan, RepetitionKind.Deployment)),
            ("runs each", 0, plan => Measured(plan, RepetitionKind.Run)),
            ("sd of runs %", 0, plan => Deviation(plan, RepetitionKind.Run)),
            ("sd of deployments %", 0, plan => Deviation(plan, RepetitionKind.Deployment)),
            ("plan: deployments", 0, plan => NumberText.Whole(Level(plan, RepetitionKind.Deployment)?.Planned)),
            ("runs each ", 0, plan => NumberText.Whole(Level(plan, RepetitionKind.Run)?.Planned)),
        ],
        [
            "The plan is that of Kalibera and Jones (2013) for an interval of +-2 %; a deployment costs its warm-up "
            + "trials, a run itself.",
            "Results that differ in configuration differ in that, too, not by chance alone: compare says what differs.",
        ]);

    private static RepetitionLevel? Level(DeploymentPlan plan, RepetitionKind kind) =>
        plan.Plan.Levels.FirstOrDefault(level => level.Kind == kind);

    private static string Measured(DeploymentPlan plan, RepetitionKind kind) =>
        Level(plan, kind)?.Measured.ToString("0.#", CultureInfo.InvariantCulture) ?? "1";

    private static string Deviation(DeploymentPlan plan, RepetitionKind kind) =>
        NumberText.Percent(Level(plan, kind) is { } level ? Math.Sqrt(level.Variance) / plan.MeanS : null);
}
