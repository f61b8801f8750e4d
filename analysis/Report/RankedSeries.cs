using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// One row of a ranking: a series with the point at which it is ranked. <see cref="AnswerLine"/> and <see cref="ReportPage"/>
/// rank by it, so that the headline and the ranking table share the order.
/// </summary>
/// <param name="Point">The largest point that all series have; if they share none, the last point of the series.</param>
/// <param name="Claim">
/// The claim of the first series against this series; null for the first series, and where the analysis makes no claim.
/// </param>
/// <param name="Series">A series with figures that count.</param>
internal sealed record RankedSeries(PlotSeries Series, PointSummary Point, Claim? Claim)
{
    /// <summary>
    /// Ranks the series that have figures. Series that support a claim come first, each by its throughput. At a rate, series that
    /// keep up come first, each by the p99 of its response time.
    /// </summary>
    /// <returns>The rows, and whether all are ranked at one common point.</returns>
    public static (IReadOnlyList<RankedSeries> Rows, bool IsCommon) Of(PlotSet set)
    {
        var usable = set.Series.Where(series => series.Points.Any(Report.Claim.Counts)).ToList();
        if (usable.Count == 0)
        {
            return ([], false);
        }

        var places = usable.ConvertAll(series => series.Points.Where(Report.Claim.Counts)
            .Select(point => set.Axis.Value(point.Point)).ToHashSet());
        double[] common = [.. places[0].Where(value => places.TrueForAll(other => other.Contains(value))).Order()];
        PointSummary PointOf(PlotSeries series, double value) =>
            series.Points.First(point => Report.Claim.Counts(point) && set.Axis.Value(point.Point).Equals(value));
        var points = usable.ConvertAll(
            series => new RankedSeries(series, common.Length > 0 ? PointOf(series, common[^1])
            : series.Points.Last(Report.Claim.Counts), null));
        if (set.IsPaced)
        {
            return ([.. points.OrderBy(row => LoadWords.FallsBehind(row.Point))
                .ThenBy(row => row.Point.OpenLoop?.Response?.P99Us ?? double.PositiveInfinity)], common.Length > 0);
        }

        RankedSeries[] ranked = [.. points.OrderByDescending(row => row.Point.BearsClaims)
            .ThenByDescending(row => row.Point.Throughput!.RecordsPerS)];
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
