using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>What the client's ceiling depends on: the axes that decide it, the processes of the sources among them.</summary>
public static class CalibrationKey
{
    /// <summary>The key of a point.</summary>
    /// <param name="point">The point.</param>
    /// <returns>Its key.</returns>
    public static AxisValues Of(Point point) =>
        point.Axes.Only(axis => axis.DecidesCeiling);
}
