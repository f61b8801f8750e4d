using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>Finds the points that the runs of two sides have in common.</summary>
internal sealed record PointMatching(
    IReadOnlyList<(PointSide A, PointSide B)> Common, IReadOnlyList<Point> OnlyA, IReadOnlyList<Point> OnlyB)
{
    public static PointMatching Of(IReadOnlyList<SweepSummary> runsA, IReadOnlyList<SweepSummary> runsB)
    {
        PointSummary[] a = [.. runsA.SelectMany(run => run.Points)];
        PointSummary[] b = [.. runsB.SelectMany(run => run.Points)];
        bool Single(Func<Point, string> axis) =>
            a.Select(point => axis(point.Point)).Distinct().Count() <= 1
            && b.Select(point => axis(point.Point)).Distinct().Count() <= 1;
        bool database = Single(point => point.Database);
        bool client = Single(point => point.Client);
        bool durability = Single(point => point.Durability);
        Point Key(PointSummary point) => point.Point with
        {
            Database = database ? string.Empty : point.Point.Database,
            Client = client ? string.Empty : point.Point.Client,
            Durability = durability ? string.Empty : point.Point.Durability,
        };

        var sidesA = a.GroupBy(Key).ToList();
        var sidesB = b.GroupBy(Key).ToDictionary(group => group.Key, group => new PointSide([.. group]));
        var ofA = sidesA.Select(side => side.Key).ToHashSet();
        return new PointMatching(
            [.. sidesA.Where(side => sidesB.ContainsKey(side.Key)).Select(side => (new PointSide([.. side]), sidesB[side.Key]))],
            [.. sidesA.Where(side => !sidesB.ContainsKey(side.Key)).Select(side => side.First().Point)],
            [.. sidesB.Where(side => !ofA.Contains(side.Key)).Select(side => side.Value.Point)]);
    }
}
