using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Publish;

/// <summary>
/// Makes the row of a search (<c>--find</c>) on a page of results: its sustainable rate with the interval stands for the
/// throughput, and its steps for the trials. <see cref="ResultTable"/> has a row per search in place of the rates it tried. It
/// knows the figures by the names of their columns: rename both together.
/// </summary>
internal static class SearchRow
{
    /// <summary>Makes the row.</summary>
    /// <param name="of">The result.</param>
    /// <param name="search">The search.</param>
    /// <param name="first">The cells before the figures.</param>
    /// <param name="figures">Names of the figures. Those that a search lacks stay empty.</param>
    /// <param name="words">The words of a state.</param>
    public static ResultRow Of(PublishedResult of, SearchFigures search, IEnumerable<ResultCell> first,
        IEnumerable<string> figures, Func<string, string> words)
    {
        // A sweep may search several stores: only the rates that this search tried count against its row.
        PointSummary[] tried = [.. of.Result.Summary.TriedBy(search.Point)];
        string[] broken =
        [
            .. tried.SelectMany(point => point.Rules).Concat(SearchRules.Of(of.Result.Summary, search))
                .Where(rule => rule.State == RuleState.Broken).DistinctBy(rule => rule.Rule)
                .Select(rule => rule.Label).OfType<string>(),
        ];
        string state = tried.Any(point => point.Audit.Verdict == AuditVerdict.Failed) ? "invalid"
            : search.RecordsPerS is null ? "missing" : broken.Length > 0 ? "broken" : "whole";
        string verdict = $"sustainable rate, {search.Limit}: {EnumWords.Spaced(search.End)}"
            + (broken.Length > 0 ? $"; broken: {string.Join(", ", broken)}" : string.Empty);
        string Borne(double? value) =>
            NumberText.Borne(value, search.RecordsPerS!.Value, search.IntervalRecordsPerS?.Low, search.IntervalRecordsPerS?.High);
        return new ResultRow(of.Name, state,
        [
            .. first,
            .. figures.Select(name => (name, search.IntervalRecordsPerS) switch
            {
                ("throughput /s", not null) => new ResultCell(Borne(search.RecordsPerS), search.RecordsPerS),
                ("interval", { } bounds) => new ResultCell($"{Borne(bounds.Low)} to {Borne(bounds.High)}",
                    (bounds.High - bounds.Low) / search.RecordsPerS),
                ("n", _) => new ResultCell(NumberText.Whole(search.Steps.Count), search.Steps.Count),
                ("verdict", _) => new ResultCell(verdict, null, words(state)),
                ("measured", _) => new ResultCell(of.Measured, null),
                ("origin", _) => new ResultCell(of.Trust, null),
                _ => new ResultCell(string.Empty, null),
            }),
        ]);
    }
}
