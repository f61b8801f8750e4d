using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// Selects the values of a point that decide the client's ceiling. <see cref="Sweeps.SweepRunner"/> measures one ceiling per key,
/// <c>PlanVerb</c> one per key of its points, and <c>Summarizer</c> of the analysis finds the ceiling of a point by it. Points
/// with equal keys share a ceiling, so an axis that changes the client's work must decide the ceiling.
/// </summary>
public static class CalibrationKey
{
    /// <summary>The key of a point.</summary>
    public static AxisValues Of(Point point) =>
        point.Axes.Only(axis => axis.DecidesCeiling);
}
