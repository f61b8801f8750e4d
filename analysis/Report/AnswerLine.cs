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
/// Writes the answer of a report in one line: <c>sqlite takes 1.12 M records/s [1.08, 1.15] at 40,000 records a source, 104 bytes
/// a record; postgres 0.61x [0.58, 0.65]</c>. The line also counts points with a failed audit, says where no claim is made, and
/// lists broken rules. <c>run</c> ends with it, a report starts with it, and <c>ArchiveReadme</c> quotes it. Its ratios come from
/// claims (<see cref="Claim"/>) and from tests of pairs: it compares nothing itself.
/// </summary>
public static class AnswerLine
{
    /// <summary>Most series that the line names; it counts those in the middle, and always names the slowest.</summary>
    private const int MostSeries = 6;

    /// <summary>Writes the line: short sentences, a failed audit first.</summary>
    /// <param name="results">At least one.</param>
    public static string Of(IReadOnlyList<StoredResult> results)
    {
        int failed = results.Sum(result => result.Summary.Points.Count(point => point.Audit.Verdict == AuditVerdict.Failed));
        string[] sentences =
        [
            .. failed == 0 ? [] : new[] { $"INVALID: {SentenceParts.Count(failed, "point", "points")} failed the audit." },
            .. from result in results
               let pairs = Comparison.OfPairs(result)
               where pairs is not null
               select ResultNames.Before(results, result) + PairedAnswer.Line(pairs),
            .. ResultNames.Sentences(results, result => SearchSentences.Of(result.Summary)),
            .. AnswerSentences.Unpaired(results)
                .Select(part => (part.Mix.Length > 0 ? part.Mix + ": " : string.Empty) + Claims(part.Set)),
            .. AnswerSentences.NotCompared(results),
            .. Broken(results),
        ];
        return string.Join(" ", sentences);
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
            : [$"{SentenceParts.Count(broken.Length, "rule", "rules")} of good measurement "
                + $"{(broken.Length == 1 ? "is" : "are")} broken: {string.Join(", ", broken)}."];
    }

    private static string Claims(PlotSet set)
    {
        var usable = set.Series.Where(series => series.Points.Any(Claim.Counts)).ToList();
        if (usable.Count == 0)
        {
            return "No point has figures that count.";
        }

        var (ranked, isCommon) = RankedSeries.Of(set);
        if (!isCommon)
        {
            string[] parts =
            [
                .. usable.Select(series => (Series: series, Point: series.Points.Last(Claim.Counts))).Select(last => set.IsPaced
                    ? $"{P99(last.Series, last.Point)} at {SentenceParts.At(set, last.Point)}"
                    : Takes(set, last.Series, last.Point)),
            ];
            return $"No point is common to all{(set.IsPaced ? ", p99 of the response time" : string.Empty)}: "
                + $"{string.Join("; ", Some(parts))}.";
        }

        return set.IsPaced ? Paced(set, ranked)
            : !ranked.Any(row => row.Point.BearsClaims) ? NoClaim(set, ranked)
            : $"{string.Join("; ", Some([Takes(set, ranked[0].Series, ranked[0].Point), .. ranked.Skip(1).Select(row => Against(row.Claim!))]))}.";
    }

    /// <summary>The first ones and the last, with a count of those between.</summary>
    private static string[] Some(string[] parts) => parts.Length <= MostSeries
        ? parts
        : [.. parts.Take(MostSeries - 1), $"{parts.Length - MostSeries} between", parts[^1]];

    /// <summary>The measured figures without a claim.</summary>
    private static string NoClaim(PlotSet set, IReadOnlyList<RankedSeries> points)
    {
        bool isFew = points.Any(of => of.Point.Trials.Measured < PointSummary.FewestTrials);
        string why = isFew ? $"fewer than {PointSummary.FewestTrials} measured trials"
            : points.Any(of => of.Point.Trials is { AreOfBlocks: true, Blocks: < PointSummary.FewestTrials })
                ? $"fewer than {PointSummary.FewestTrials} blocks"
            : "the trials vary too much for an interval";
        string seen = string.Join("; ", Some([.. points.Select(of =>
            $"{of.Series.Name} {NumberText.Rounded(of.Point.Throughput!.RecordsPerS)} {LoadWords.Unit(of.Point.Point)}")]));
        return $"No claim of throughput, {why}. Seen at {SentenceParts.At(set, points[0].Point)}: {seen}.";
    }

    /// <summary>At a rate, throughput equals the rate, so response times are compared.</summary>
    private static string Paced(PlotSet set, IReadOnlyList<RankedSeries> points)
    {
        // Rates that differ stand in the names of the series.
        string[] rates = [.. points.Select(x => SweepAxes.Rate.Phrase(x.Point.Point.Axes)).OfType<string>().Distinct()];
        string rate = set.Axis.Axis != SweepAxes.Rate && rates is [var one] ? one + ", " : string.Empty;
        string[] parts = [.. points.Select(x => P99(x.Series, x.Point))];
        return $"At {rate}{SentenceParts.At(set, points[0].Point)}, p99 of the response time: {string.Join("; ", Some(parts))}.";
    }

    private static string P99(PlotSeries series, PointSummary point) =>
        $"{series.Name} {(point.OpenLoop?.Response is { } times ? LoadWords.Milliseconds(times.P99Us) : "unknown")}"
            + (LoadWords.FallsBehind(point) ? " and more, since it falls behind" : string.Empty);

    private static string Takes(PlotSet set, PlotSeries series, PointSummary point)
    {
        var throughput = point.Throughput!;
        string space = point.BytesPerRecord is > 0 and { } bytes
            ? string.Create(CultureInfo.InvariantCulture,
                $", {bytes:0} bytes {(series.IsInMemory ? "of memory " : string.Empty)}a record")
            : string.Empty;
        string at = $"at {SentenceParts.At(set, point)}";
        return point.BearsClaims
            ? $"{series.Name} {(point.Point.Mix is null ? "takes" : "does")} {NumberText.Rounded(throughput.RecordsPerS)} "
                + $"{LoadWords.Unit(point.Point)} "
                + $"{Bounds(throughput.RecordsPerS, throughput.IntervalRecordsPerS!.Value)} {at}{space}"
            : $"{Unclaimed(series, point)} {at}{space}";
    }

    private static string Unclaimed(PlotSeries series, PointSummary point) =>
        $"{series.Name} {NumberText.Rounded(point.Throughput!.RecordsPerS)} {LoadWords.Unit(point.Point)} "
            + $"in {SentenceParts.Count(point.Trials.Measured, "trial", "trials")}"
            + (point.Trials.AreOfBlocks ? $" of {SentenceParts.Count(point.Trials.Blocks, "block", "blocks")}" : string.Empty)
            + ", no claim";

    private static string Bounds(double rate, Interval interval) =>
        $"[{NumberText.RoundedAs(rate, interval.Low)}, {NumberText.RoundedAs(rate, interval.High)}]";

    /// <summary>The second series against the first: the ratio with its interval, or that no claim is made.</summary>
    private static string Against(Claim claim)
    {
        if (!claim.SecondPoint.BearsClaims)
        {
            return Unclaimed(claim.Second, claim.SecondPoint);
        }

        string interval = claim.Interval is { Low: > 0 } bounds
            ? $" [{NumberText.Ratio(1 / bounds.High)}, {NumberText.Ratio(1 / bounds.Low)}]"
            : string.Empty;
        string doubt = claim.IsEquivalent ? ", equivalent" : claim.IsFaster || claim.IsSlower ? string.Empty : ", not told apart";
        return $"{claim.Second.Name} {NumberText.Ratio(1 / claim.Ratio)}x{interval}{doubt}";
    }
}
