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
    public static TextTable Of(IReadOnlyList<DeploymentPlan> plans)
    {
        var axes = AxisColumns.Varying([.. plans.Select(plan => plan.Point)]);
        return new TextTable
        {
            Title = "Where the variance arises: points measured in several results, each a deployment",
            Headers = [.. axes.Select(axis => axis.Name), "deployments", "runs each", "sd of runs %", "sd of deployments %",
                "plan: deployments", "runs each "],
            RightAligned = [.. axes.Select(axis => axis.IsNumber), true, true, true, true, true, true],
            Rows =
            [
                .. plans.Select(plan => (IReadOnlyList<string>)
                [
                    .. axes.Select(axis => axis.Value(plan.Point)),
                    Measured(plan, RepetitionKind.Deployment),
                    Measured(plan, RepetitionKind.Run),
                    Deviation(plan, RepetitionKind.Run),
                    Deviation(plan, RepetitionKind.Deployment),
                    NumberText.Whole(Level(plan, RepetitionKind.Deployment)?.Planned),
                    NumberText.Whole(Level(plan, RepetitionKind.Run)?.Planned),
                ]),
            ],
            Notes =
            [
                "The plan is that of Kalibera and Jones (2013) for an interval of +-2 %; a deployment costs its warm-up "
                + "trials, a run itself.",
                "Results that differ in configuration differ in that, too, not by chance alone: compare says what differs.",
            ],
        };
    }

    private static RepetitionLevel? Level(DeploymentPlan plan, RepetitionKind kind) =>
        plan.Plan.Levels.FirstOrDefault(level => level.Kind == kind);

    private static string Measured(DeploymentPlan plan, RepetitionKind kind) =>
        Level(plan, kind)?.Measured.ToString("0.#", CultureInfo.InvariantCulture) ?? "1";

    private static string Deviation(DeploymentPlan plan, RepetitionKind kind) =>
        NumberText.Percent(Level(plan, kind) is { } level ? Math.Sqrt(level.Variance) / plan.MeanS : null);
}
