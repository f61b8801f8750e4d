using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Statistics;
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
    /// <summary>Of more series than these the ones in the middle are counted; the slowest is always named.</summary>
    private const int MostSeries = 6;

    /// <summary>Makes the line.</summary>
    /// <param name="results">The results, at least one.</param>
    /// <returns>A few sentences.</returns>
    public static string Of(IReadOnlyList<StoredResult> results)
    {
        int failed = results.Sum(result => result.Summary.Points.Count(point => point.Audit.Verdict == AuditVerdict.Failed));
        string[] sentences =
        [
            .. failed == 0 ? [] : new[] { $"INVALID: {Phrases.Count(failed, "point", "points")} failed the audit." },
            .. from result in results
               let pairs = Comparison.OfPairs(result)
               where pairs is not null
               select (results.Count > 1 ? ResultNames.Of(results, result) + ": " : string.Empty) + PairedAnswer.Line(pairs),
            .. Unpaired(results),
            .. Broken(results),
        ];
        return string.Join(" ", sentences);
    }

    /// <summary>Sweeps of pairs have their own verdicts, and take part in no other; but at a rate their response times are told.</summary>
    private static IEnumerable<string> Unpaired(IReadOnlyList<StoredResult> results)
    {
        StoredResult[] others = [.. results.Where(result => result.Manifest.Configuration.PairAxis is null || PlotSet.Of([result]).IsPaced)];
        return others.Length == 0
            ? []
            : PlotSet.Of(others).ByMix().Select(part => (part.Mix.Length > 0 ? part.Mix + ": " : string.Empty) + Claims(part.Set));
    }

    private static IEnumerable<string> Broken(IReadOnlyList<StoredResult> results)
    {
        int[] broken =
        [
            .. results.SelectMany(result => RuleRows.Of(result.Summary)).Where(row => row.State == RuleState.Broken)
                .Select(row => row.Rule).Distinct().Order(),
        ];
        return broken.Length == 0
            ? []
            : [$"{Phrases.Count(broken.Length, "rule", "rules")} of good measurement {(broken.Length == 1 ? "is" : "are")} broken: {string.Join(", ", broken)}."];
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
            return $"No point is common to all: {string.Join("; ", Some([.. usable.Select(series => Takes(set, series, series.Points.Last(Claim.Counts)))]))}.";
        }

        if (set.IsPaced)
        {
            return Paced(set, usable, common[^1]);
        }

        PointSummary PointOf(PlotSeries series, double value) => series.Points.First(point => Claim.Counts(point) && set.Axis.Value(point.Point).Equals(value));
        var ranked = usable.OrderByDescending(series => Claim.Bears(PointOf(series, common[^1])))
            .ThenByDescending(series => PointOf(series, common[^1]).Throughput!.RecordsPerS).ToList();
        if (!ranked.Exists(series => Claim.Bears(PointOf(series, common[^1]))))
        {
            return NoClaim(set, [.. ranked.Select(series => (series, PointOf(series, common[^1])))]);
        }

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
                .Select(Against),
        ];
        return $"{string.Join("; ", Some([first, .. others]))}.";
    }

    /// <summary>The first ones and the last; between them a count of the others.</summary>
    private static IEnumerable<string> Some(IReadOnlyList<string> parts) => parts.Count <= MostSeries
        ? parts
        : [.. parts.Take(MostSeries - 1), $"{parts.Count - MostSeries} between", parts[^1]];

    /// <summary>What was measured, where no claim may rest on it.</summary>
    private static string NoClaim(PlotSet set, IReadOnlyList<(PlotSeries Series, PointSummary Point)> points)
    {
        bool isFew = points.Any(of => of.Point.Trials.Measured < Claim.FewestTrials);
        string why = isFew ? $"fewer than {Claim.FewestTrials} measured trials" : "the trials vary too much for an interval";
        string seen = string.Join("; ", Some([.. points.Select(of =>
            $"{of.Series.Name} {Figure.Rounded(of.Point.Throughput!.RecordsPerS)} {LoadWords.Unit(of.Point.Point)}")]));
        return $"No claim of throughput, {why}. Seen at {Phrases.At(set, points[0].Point)}: {seen}.";
    }

    /// <summary>What arrives at a rate is answered sooner or later: throughput would be that rate.</summary>
    private static string Paced(PlotSet set, List<PlotSeries> usable, double place)
    {
        var points = usable.ConvertAll(series => (Series: series, Point: series.Points.First(point => Claim.Counts(point) && set.Axis.Value(point.Point).Equals(place))));
        string at = set.Axis.Axis == SweepAxes.Rate ? Phrases.At(set, points[0].Point) : $"{SweepAxes.Rate.Phrase(points[0].Point.Point.Axes)}, {Phrases.At(set, points[0].Point)}";
        string[] parts =
        [
            .. points.OrderBy(x => LoadWords.FallsBehind(x.Point)).ThenBy(x => x.Point.OpenLoop?.Response?.P99Us ?? double.PositiveInfinity)
                .Select(x => $"{x.Series.Name} {(x.Point.OpenLoop?.Response is { } response ? LoadWords.Milliseconds(response.P99Us) : "unknown")}"
                    + (LoadWords.FallsBehind(x.Point) ? " and more, since it falls behind" : string.Empty)),
        ];
        return $"At {at}, p99 of the response time: {string.Join("; ", Some(parts))}.";
    }

    private static string Takes(PlotSet set, PlotSeries series, PointSummary point)
    {
        var throughput = point.Throughput!;
        string space = (point.SpaceSlope?.BytesPerRecord ?? point.Space?.BytesPerRecord.Mean) is > 0 and { } bytes
            ? string.Create(CultureInfo.InvariantCulture, $", {bytes:0} bytes {(series.IsInMemory ? "of memory " : string.Empty)}a record")
            : string.Empty;
        string at = $"at {Phrases.At(set, point)}";
        return Claim.Bears(point)
            ? $"{series.Name} {(point.Point.Mix is null ? "takes" : "does")} {Figure.Rounded(throughput.RecordsPerS)} {LoadWords.Unit(point.Point)} "
                + $"{Bounds(throughput.RecordsPerS, throughput.IntervalRecordsPerS!.Value)} {at}{space}"
            : $"{Unclaimed(series, point)} {at}{space}";
    }

    private static string Unclaimed(PlotSeries series, PointSummary point) =>
        $"{series.Name} {Figure.Rounded(point.Throughput!.RecordsPerS)} {LoadWords.Unit(point.Point)} "
            + $"in {Phrases.Count(point.Trials.Measured, "trial", "trials")}, no claim";

    private static string Bounds(double rate, Interval interval) => $"[{Figure.RoundedAs(rate, interval.Low)}, {Figure.RoundedAs(rate, interval.High)}]";

    /// <summary>The other against the first: its ratio with its simultaneous interval, or that none is shown.</summary>
    private static string Against(Claim claim)
    {
        if (!Claim.Bears(claim.SecondPoint))
        {
            return Unclaimed(claim.Second, claim.SecondPoint);
        }

        double ratio = claim.SecondPoint.Throughput!.RecordsPerS / claim.FirstPoint.Throughput!.RecordsPerS;
        string interval = claim.Interval is { Low: > 0 } bounds
            ? string.Create(CultureInfo.InvariantCulture, $" [{1 / bounds.High:0.00}, {1 / bounds.Low:0.00}]")
            : string.Empty;
        string doubt = claim.IsEquivalent ? ", equivalent" : claim.IsFaster || claim.IsSlower ? string.Empty : ", not told apart";
        return string.Create(CultureInfo.InvariantCulture, $"{claim.Second.Name} {ratio:0.00}x{interval}{doubt}");
    }
}
