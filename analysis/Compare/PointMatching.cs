using DbIngest.Analysis.Summary;
using DbIngest.Core.Sweeps;

namespace DbIngest.Analysis.Compare;

/// <summary>Finds the points that two results have in common.</summary>
internal sealed record PointMatching(
    IReadOnlyList<(PointSummary A, PointSummary B)> Common, IReadOnlyList<Point> OnlyA, IReadOnlyList<Point> OnlyB)
{
    public static PointMatching Of(IReadOnlyList<PointSummary> a, IReadOnlyList<PointSummary> b)
    {
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

        var ofB = b.ToDictionary(Key);
        var ofA = a.Select(Key).ToHashSet();
        return new PointMatching(
            [.. a.Where(point => ofB.ContainsKey(Key(point))).Select(point => (point, ofB[Key(point)]))],
            [.. a.Where(point => !ofB.ContainsKey(Key(point))).Select(point => point.Point)],
            [.. b.Where(point => !ofA.Contains(Key(point))).Select(point => point.Point)]);
    }
}
