using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>A series among those that it is ranked with.</summary>
/// <param name="Series">The series.</param>
/// <param name="Point">The point at which it is ranked: the largest that all have, else its own last.</param>
/// <param name="Claim">The claim of the first against it; null for the first, and where there is none.</param>
internal sealed record Ranked(PlotSeries Series, PointSummary Point, Claim? Claim)
{
    /// <summary>Ranks the series of a set that have figures: those that a claim may rest on first, each by its throughput; at a rate by the response time.</summary>
    /// <param name="set">The set, of one mix.</param>
    /// <returns>The series, and whether they are ranked at one point that all have.</returns>
    public static (IReadOnlyList<Ranked> Rows, bool IsCommon) Of(PlotSet set)
    {
        var usable = set.Series.Where(series => series.Points.Any(Report.Claim.Counts)).ToList();
        if (usable.Count == 0)
        {
            return ([], false);
        }

        var places = usable.ConvertAll(series => series.Points.Where(Report.Claim.Counts).Select(point => set.Axis.Value(point.Point)).ToHashSet());
        double[] common = [.. places[0].Where(value => places.TrueForAll(other => other.Contains(value))).Order()];
        PointSummary PointOf(PlotSeries series, double value) => series.Points.First(point => Report.Claim.Counts(point) && set.Axis.Value(point.Point).Equals(value));
        var points = usable.ConvertAll(series => new Ranked(series, common.Length > 0 ? PointOf(series, common[^1]) : series.Points.Last(Report.Claim.Counts), null));
        if (set.IsPaced)
        {
            return ([.. points.OrderBy(row => LoadWords.FallsBehind(row.Point)).ThenBy(row => row.Point.OpenLoop?.Response?.P99Us ?? double.PositiveInfinity)], common.Length > 0);
        }

        Ranked[] ranked = [.. points.OrderByDescending(row => row.Point.BearsClaims).ThenByDescending(row => row.Point.Throughput!.RecordsPerS)];
        if (common.Length == 0 || ranked.Length == 1)
        {
            return (ranked, common.Length > 0);
        }

        int family = usable.SelectMany(series => series.Points).Select(point => set.Axis.Value(point.Point)).Distinct().Count();
        var claims = Report.Claim.OfFirst([.. ranked.Select(row => row.Series)], common, family, PointOf)
            .Where(claim => set.Axis.Value(claim.FirstPoint.Point).Equals(common[^1]));
        return ([ranked[0], .. ranked.Skip(1).Zip(claims, (row, claim) => row with { Claim = claim })], true);
    }
}
