using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Sorts the points of two sides into common points and points of one side only. <see cref="Comparison"/> calls it first. It
/// decides by axes alone and looks at no figure.
/// </summary>
/// <param name="Common">Points that both sides have, in the order of A.</param>
/// <param name="OnlyA">Points of A without a counterpart.</param>
/// <param name="OnlyB">Points of B without a counterpart.</param>
internal sealed record PointMatching(
    IReadOnlyList<(PointSide A, PointSide B)> Common, IReadOnlyList<Point> OnlyA, IReadOnlyList<Point> OnlyB)
{
    /// <summary>Matches the points.</summary>
    /// <param name="runsA">Runs of A, at least one.</param>
    /// <param name="runsB">Runs of B, at least one.</param>
    /// <param name="over">An axis whose value may differ between the sides, as the axis of <c>--ab</c>. Null for none.</param>
    public static PointMatching Of(IReadOnlyList<SweepSummary> runsA, IReadOnlyList<SweepSummary> runsB, Axis? over = null)
    {
        PointSummary[] a = [.. runsA.SelectMany(run => run.Points)];
        PointSummary[] b = [.. runsB.SelectMany(run => run.Points)];

        // An axis of the target may differ where each side has one value only: one database against another, one node against
        // four. The schedule of --ab makes such points neighbours (Schedule.InPairs).
        var single = SweepAxes.All.Where(axis => axis == over || (axis.OpensTarget && HasOne(a, axis) && HasOne(b, axis)))
            .ToHashSet();
        AxisValues Key(PointSummary point) => point.Point.Axes.Only(axis => !single.Contains(axis));

        var sidesA = a.GroupBy(Key).ToList();
        var sidesB = b.GroupBy(Key).ToDictionary(group => group.Key, group => new PointSide([.. group]));
        var ofA = sidesA.Select(side => side.Key).ToHashSet();
        return new PointMatching(
            [.. sidesA.Where(side => sidesB.ContainsKey(side.Key)).Select(side => (new PointSide([.. side]), sidesB[side.Key]))],
            [.. sidesA.Where(side => !sidesB.ContainsKey(side.Key)).Select(side => side.First().Point)],
            [.. sidesB.Where(side => !ofA.Contains(side.Key)).Select(side => side.Value.Point)]);
    }

    private static bool HasOne(IReadOnlyList<PointSummary> points, Axis axis) =>
        points.Select(point => axis.Text(point.Point.Axes)).Distinct().Count() <= 1;
}
