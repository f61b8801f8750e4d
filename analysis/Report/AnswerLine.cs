using System.Globalization;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Report;

/// <summary>
/// The answer in one line: <c>sqlite takes 1.12 M records/s [1.08, 1.15] at 40,000 records a source, 104 bytes a record; postgres 0.61x
/// [0.58, 0.65]</c>. What failed its audit, and what no interval shows, is said in the same line.
/// </summary>
public static class AnswerLine
{
    /// <summary>More series than these are counted, not named.</summary>
    private const int MostSeries = 4;

    /// <summary>Makes the line.</summary>
    /// <param name="results">The results, at least one.</param>
    /// <returns>One sentence or two.</returns>
    public static string Of(IReadOnlyList<StoredResult> results)
    {
        var set = PlotSet.Of(results);
        int failed = results.Sum(result => result.Summary.Points.Count(point => point.Audit.Verdict == AuditVerdict.Failed));
        string invalid = failed == 0 ? string.Empty : $"INVALID: {Phrases.Count(failed, "point", "points")} failed the audit. ";
        return invalid + string.Join(" ", set.ByMix().Select(part => (part.Mix.Length > 0 ? part.Mix + ": " : string.Empty) + Claims(part.Set)));
    }

    private static string Claims(PlotSet set)
    {
        var usable = set.Series.Where(series => series.Points.Any(Claim.Counts)).ToList();
        if (usable.Count == 0)
        {
            return "No point has figures that count.";
        }

        var values = usable.Select(series => series.Points.Where(Claim.Counts).Select(point => set.Axis.Value(point.Point)).ToHashSet()).ToList();
        var common = values[0].Where(value => values.TrueForAll(other => other.Contains(value))).Order().ToList();
        if (common.Count == 0)
        {
            return $"{string.Join("; ", usable.Take(MostSeries).Select(series => Takes(set, series, series.Points.Last(Claim.Counts))))}: no point is common to all.";
        }

        if (set.IsPaced)
        {
            return Paced(set, usable, common[^1]);
        }

        PointSummary PointOf(PlotSeries series, double value) => series.Points.First(point => Claim.Counts(point) && set.Axis.Value(point.Point).Equals(value));
        var ranked = usable.OrderByDescending(series => PointOf(series, common[^1]).Throughput!.RecordsPerS).ToList();
        string first = Takes(set, ranked[0], PointOf(ranked[0], common[^1]));
        if (ranked.Count == 1)
        {
            return first + ".";
        }

        int family = usable.SelectMany(series => series.Points).Select(point => set.Axis.Value(point.Point)).Distinct().Count();
        string[] others =
        [
            .. Claim.OfFirst(ranked, common, family, PointOf)
                .Where(claim => set.Axis.Value(claim.FirstPoint.Point).Equals(common[^1]))
                .Take(MostSeries - 1)
                .Select(Against),
            .. ranked.Count > MostSeries ? [Phrases.Count(ranked.Count - MostSeries, "more", "more")] : Array.Empty<string>(),
        ];
        return $"{first}; {string.Join("; ", others)}.";
    }

    /// <summary>What arrives at a rate is answered sooner or later: throughput would be that rate.</summary>
    private static string Paced(PlotSet set, List<PlotSeries> usable, double place)
    {
        var points = usable.ConvertAll(series => (Series: series, Point: series.Points.First(point => Claim.Counts(point) && set.Axis.Value(point.Point).Equals(place))));
        string at = set.Axis.Axis == SweepAxes.Rate ? Phrases.At(set, points[0].Point) : $"{SweepAxes.Rate.Phrase(points[0].Point.Point.Axes)}, {Phrases.At(set, points[0].Point)}";
        string[] parts =
        [
            .. points.OrderBy(x => LoadWords.FallsBehind(x.Point)).ThenBy(x => x.Point.OpenLoop?.Response?.P99Us ?? double.PositiveInfinity).Take(MostSeries)
                .Select(x => $"{x.Series.Name} {(x.Point.OpenLoop?.Response is { } response ? LoadWords.Milliseconds(response.P99Us) : "unknown")}"
                    + (LoadWords.FallsBehind(x.Point) ? " and more, since it falls behind" : string.Empty)),
            .. usable.Count > MostSeries ? [Phrases.Count(usable.Count - MostSeries, "more", "more")] : Array.Empty<string>(),
        ];
        return $"At {at}, p99 of the response time: {string.Join("; ", parts)}.";
    }

    private static string Takes(PlotSet set, PlotSeries series, PointSummary point)
    {
        var throughput = point.Throughput!;
        string space = (point.SpaceSlope?.BytesPerRecord ?? point.Space?.BytesPerRecord.Mean) is > 0 and { } bytes
            ? string.Create(CultureInfo.InvariantCulture, $", {bytes:0} bytes {(series.IsInMemory ? "of memory " : string.Empty)}a record")
            : string.Empty;
        return $"{series.Name} {(point.Point.Mix is null ? "takes" : "does")} {Figure.Rounded(throughput.RecordsPerS)} {LoadWords.Unit(point.Point)} {Bounds(throughput)} at {Phrases.At(set, point)}{space}";
    }

    private static string Bounds(Statistics.Throughput throughput) => throughput.IntervalRecordsPerS is { } interval
        ? $"[{Figure.RoundedAs(throughput.RecordsPerS, interval.Low)}, {Figure.RoundedAs(throughput.RecordsPerS, interval.High)}]"
        : "(no interval)";

    /// <summary>The other against the first: its ratio with its simultaneous interval, or that none is shown.</summary>
    private static string Against(Claim claim)
    {
        double ratio = claim.SecondPoint.Throughput!.RecordsPerS / claim.FirstPoint.Throughput!.RecordsPerS;
        string interval = claim.Interval is { Low: > 0 } bounds
            ? string.Create(CultureInfo.InvariantCulture, $" [{1 / bounds.High:0.00}, {1 / bounds.Low:0.00}]")
            : " (no interval)";
        string doubt = claim.IsFaster || claim.IsSlower || claim.IsEquivalent ? string.Empty : ", not told apart";
        return string.Create(CultureInfo.InvariantCulture, $"{claim.Second.Name} {ratio:0.00}x{interval}{doubt}");
    }
}
