using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the answer of a report in sentences. <c>ReportPage</c> and <c>ReportMarkdown</c> show them, and
/// <see cref="AnswerLine"/> is their headline. It calls nothing faster, slower or equivalent unless a claim (<see cref="Claim"/>)
/// or the test of pairs shows it. It names points without figures, or with a failed audit, and leaves them out of all claims.
/// </summary>
internal static class AnswerSentences
{
    /// <summary>Writes the sentences: invalid points, claims, then reservations.</summary>
    public static IReadOnlyList<string> Of(IReadOnlyList<StoredResult> results)
    {
        var set = PlotSet.Of(results);
        return
        [
            .. Invalid(results),
            .. ResultNames.Sentences(results,
                result => Comparison.OfPairs(result) is { } pairs ? PairedAnswer.Sentences(pairs) : []),
            .. ResultNames.Sentences(results, result => SearchSentences.Of(result.Summary)),
            .. ResultNames.Sentences(results, result => FaultSentences.Of(result.Summary)),
            .. ResultNames.Sentences(results, result => AdditionSentences.Of(result.Summary)),
            .. Unpaired(results).SelectMany(part => Throughputs(part.Set)
                .Select((sentence, i) => i == 0 && part.Mix.Length > 0 ? $"{part.Mix}: {sentence}" : sentence)),
            .. NotCompared(results), .. Space(set), .. Missing(set), .. Audits(results), .. AnswerReservations.Of(results)
                .Select(HtmlTable.Polish),
        ];
    }

    /// <summary>
    /// The points of which throughput is claimed, one set per mix, and the points at a rate in separate sets. Sweeps of pairs
    /// have separate verdicts and take part in no others, but their response times at a rate are stated.
    /// </summary>
    internal static IReadOnlyList<(string Mix, PlotSet Set)> Unpaired(IReadOnlyList<StoredResult> results)
    {
        StoredResult[] others =
            [.. results.Where(result => result.Manifest.Configuration is { Search: null } configuration
                && (configuration.PairAxis is null || PlotSet.Of([result]).IsPaced))];
        return others.Length == 0 ? [] : PlotSet.Of(others).ByMix();
    }

    /// <summary>Says that series are left out of the answer: the fastest may be among them.</summary>
    internal static IEnumerable<string> NotCompared(IReadOnlyList<StoredResult> results) =>
        Unpaired(results).Select(part => part.Set.NotCompared).Where(sentence => sentence.Length > 0).Take(1);

    private static IEnumerable<string> Throughputs(PlotSet set)
    {
        var usable = set.Series.Where(series => series.Points.Any(Claim.Counts)).ToList();
        return usable.Count switch
        {
            > 0 when set.IsPaced => Paced(set, usable),
            0 => ["No point has figures that count: nothing can be said of the throughput."],
            1 => One(set, usable[0]),
            _ => Several(set, usable),
        };
    }

    /// <summary>Writes a sentence per series at a rate: whether the database kept up, and its response times.</summary>
    private static IEnumerable<string> Paced(PlotSet set, List<PlotSeries> usable)
    {
        foreach (var series in usable)
        {
            var point = series.Points.Last(Claim.Counts);
            string pieces = LoadWords.Pieces(point.Point);
            string kept = LoadWords.FallsBehind(point)
                ? $"fell behind: {SentenceParts.Whole(point.OpenLoop!.LastBacklogBatches)} {pieces} had arrived and were "
                    + $"never begun" : "kept up";
            string response = point.OpenLoop?.Response is { } times
                ? $"; half of the {pieces} were acknowledged within {LoadWords.Milliseconds(times.P50Us)} of their arrival, "
                    + $"99 % within {LoadWords.Milliseconds(times.P99Us)}"
                : string.Empty;
            yield return $"At {SentenceParts.At(set, point)} {series.Name} {kept}{response}.";
        }
    }

    private static IEnumerable<string> One(PlotSet set, PlotSeries series)
    {
        var points = series.Points.Where(Claim.Counts).ToList();
        var (first, last) = (points[0], points[^1]);
        yield return $"{series.Name} {Did(series)} {SentenceParts.Rate(series, last)} at {SentenceParts.At(set, last)}.";
        if (points.Count > 1 && Claim.Within(series, last, first) is { } claim)
        {
            yield return claim switch
            {
                { IsEquivalent: true } =>
                    $"That is the same, within {Comparison.PairThreshold:0 %}, as at {SentenceParts.At(set, first)}.",
                { IsFaster: true } or { IsSlower: true } =>
                    $"That is {SentenceParts.Range(claim.Interval!.Value)} times its throughput at "
                    + $"{SentenceParts.At(set, first)}.",
                _ => $"Whether that differs from its throughput at {SentenceParts.At(set, first)}, these trials cannot tell.",
            };
        }
    }

    /// <summary>The verb of a series: a database took records, or did operations.</summary>
    private static string Did(PlotSeries series) => series.Points[0].Point.Mix is null ? "took" : "did";

    private static IEnumerable<string> Several(PlotSet set, List<PlotSeries> series)
    {
        var at = series.Select(s => s.Points.Where(Claim.Counts).Select(p => set.Axis.Value(p.Point)).ToHashSet()).ToList();
        var common = at[0].Where(value => at.TrueForAll(values => values.Contains(value))).Order().ToList();
        if (common.Count == 0)
        {
            yield return $"There is no point at which {SentenceParts.List([.. series.Select(s => s.Name)])} all have figures: "
                + $"they cannot be ranked.";
            yield break;
        }

        PointSummary PointOf(PlotSeries s, double value) =>
            s.Points.First(p => Claim.Counts(p) && set.Axis.Value(p.Point).Equals(value));
        var ranked = series.OrderByDescending(s => PointOf(s, common[^1]).Throughput!.RecordsPerS).ToList();
        var leader = ranked[0];
        string list = SentenceParts.List(
            [.. ranked.Select(s => $"{s.Name} {Did(s)} {SentenceParts.Rate(s, PointOf(s, common[^1]))}")]);
        yield return $"At {SentenceParts.At(set, PointOf(leader, common[^1]))}{(common.Count > 1 ? ", the largest point that all have" : string.Empty)}, {list}.";
        int family = series.SelectMany(s => s.Points).Select(p => set.Axis.Value(p.Point)).Distinct().Count();
        var claims = Claim.OfFirst(ranked, common, family, PointOf);
        foreach (var pair in claims.GroupBy(claim => claim.Second))
        {
            yield return Against(leader.Name, pair.Key.Name, [.. pair]);
        }
    }

    private static string Against(string leader, string other, IReadOnlyList<Claim> claims)
    {
        int faster = claims.Count(claim => claim.IsFaster && !claim.IsEquivalent);
        int slower = claims.Count(claim => claim.IsSlower && !claim.IsEquivalent);
        int alike = claims.Count(claim => claim.IsEquivalent);
        string points = claims.Count == 1 ? "that point" : FormattableString.Invariant($"all {claims.Count} points");
        if (faster == claims.Count)
        {
            string times = SentenceParts.Range(
                new(claims.Min(claim => claim.Interval!.Value.Low), claims.Max(claim => claim.Interval!.Value.High)));
            return $"{leader} is faster than {other} at {points}: {times} times, by simultaneous intervals.";
        }

        if (alike == claims.Count)
        {
            return string.Create(CultureInfo.InvariantCulture,
                $"{leader} and {other} are equivalent within {Comparison.PairThreshold:0 %} at {points}.");
        }

        int unknown = claims.Count - faster - slower - alike;
        string[] parts =
        [
            .. faster > 0 ? [FormattableString.Invariant($"faster at {faster}")] : Array.Empty<string>(),
            .. slower > 0 ? [FormattableString.Invariant($"slower at {slower}")] : Array.Empty<string>(),
            .. alike > 0 ? [
                string.Create(CultureInfo.InvariantCulture, $"equivalent within {Comparison.PairThreshold:0 %} at {alike}")]
                : Array.Empty<string>(),
            .. unknown > 0 ? [FormattableString.Invariant($"at {unknown} these trials cannot tell")] : Array.Empty<string>(),
        ];
        return unknown == claims.Count
            ? $"Which of {leader} and {other} takes more, these trials cannot "
                + $"tell{(claims.Count == 1 ? string.Empty : $" at any of {SentenceParts.Whole(claims.Count)} points")}."
            : $"Of {SentenceParts.Count(claims.Count, "point", "points")}, {leader} against {other} is "
                + $"{SentenceParts.List(parts)}, by simultaneous intervals.";
    }

    /// <summary>One sentence for memory and one for disk.</summary>
    private static IEnumerable<string> Space(PlotSet set)
    {
        foreach (var kind in set.Largest().Where(last => last.Point.Space is { DataBytes: > 0 })
            .GroupBy(last => last.Series.IsInMemory).OrderBy(kind => kind.Key))
        {
            var parts = kind.Select(last => string.Create(
                CultureInfo.InvariantCulture, $"{last.Point.BytesPerRecord:0.0} bytes on {last.Series.Name}"));
            yield return $"{(kind.Key ? "In memory, and not on disk," : "On disk")} a record takes "
                + $"{SentenceParts.List([.. parts.Distinct()])}.";
        }
    }

    private static IEnumerable<string> Missing(PlotSet set)
    {
        string[] missing =
        [
            .. from series in set.Series
               from point in series.Points
               where point.IsMissing
               select $"{series.Name} at {SentenceParts.At(set, point)} ({point.MissingReason!.TrimEnd('.')})",
        ];
        return missing.Length == 0 ? [] : [$"Missing: {SentenceParts.List(missing)}."];
    }

    private static IEnumerable<string> Invalid(IReadOnlyList<StoredResult> results)
    {
        string[] failed =
        [
            .. from result in results
               let names = new PointNames([.. result.Summary.Points.Select(one => one.Point)])
               from point in result.Summary.Points
               where point.Audit.Verdict == AuditVerdict.Failed
               select ResultNames.Before(results, result)
                   + $"{names.Of(point.Point)} ({Found(result, point)})",
        ];
        return failed.Length == 0
            ? []
            : [$"INVALID, as a trial failed its audit: {SentenceParts.List(failed)}. Nothing is claimed of "
                + $"{(failed.Length == 1 ? "this point" : "these points")}."];
    }

    /// <summary>Words what the audits found: counts of wrong records, or else the first other finding.</summary>
    private static string Found(StoredResult result, PointSummary point)
    {
        var audit = point.Audit;
        string? finding = audit.MissingRecords + audit.DuplicateRecords + audit.ForeignRecords > 0 ? null
            : result.Summary.Trials.Where(trial => trial.Point == point.Point)
                .Select(trial => trial.Audit is { } read ? (read.Findings is [var first, ..] ? first : null)
                    : trial.Status == TrialStatus.Invalid ? trial.Error : null)
                .FirstOrDefault(text => text is not null);
        return finding?.TrimEnd('.') ?? string.Create(
            CultureInfo.InvariantCulture,
            $"{audit.MissingRecords:#,0} missing, {audit.DuplicateRecords:#,0} doubled, {audit.ForeignRecords:#,0} foreign");
    }

    private static IEnumerable<string> Audits(IReadOnlyList<StoredResult> results)
    {
        var trials = results.SelectMany(result => result.Summary.Trials)
            .Where(trial => trial.Point.Database != ManifestTargets.Null).ToList();
        int passed = trials.Count(trial => trial.Audit is { Passed: true } && trial.Status != TrialStatus.Invalid);
        string which = passed < trials.Count
            ? $"{SentenceParts.Whole(passed)} of {SentenceParts.Whole(trials.Count)} trials"
            : trials.Count == 1 ? "the only trial" : $"all {SentenceParts.Whole(trials.Count)} trials";
        string often = trials.Exists(trial => trial.Repeats is { StoredTwice: > 0 })
            ? "unchanged, and once, or twice where it was sent twice and its database keeps both" : "once and unchanged";
        return trials.Count == 0 ? []
            : [$"In {which} every acknowledged record was read back and found stored, {often}."];
    }
}
