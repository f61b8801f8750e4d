using System.Globalization;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Writes the answer of a search in a sentence: <c>sqlite holds p99 of the response time within 50 ms up to 123 k records/s [119,
/// 127]</c>. The answer of a report and the description of its figure use it, and <c>run</c> ends with it (<c>AnswerLine</c>). It
/// computes no figure.
/// </summary>
internal static class SearchSentences
{
    /// <summary>Writes the sentence on a search, which it names by its database alone.</summary>
    public static string Of(SearchFigures search) => Of(search, search.Point.Database);

    /// <summary>
    /// Writes the sentences on all searches of a sweep, named by the axes in which they differ. A search of which a trial failed
    /// its audit claims no rate.
    /// </summary>
    public static IEnumerable<string> Of(SweepSummary summary)
    {
        var names = new PointNames([.. summary.Searches.Select(search => search.Point)]);
        return summary.Searches.Select(search =>
            summary.TriedBy(search.Point).Any(point => point.Audit.Verdict == AuditVerdict.Failed)
                ? $"{names.Of(search.Point)}: no rate is claimed, as a trial of its search failed its audit."
                : Of(search, names.Of(search.Point)));
    }

    private static string Of(SearchFigures search, string name)
    {
        string steps = string.Create(CultureInfo.InvariantCulture,
            $"{search.Steps.Count} {(search.Steps.Count == 1 ? "trial" : "trials")}");
        string unit = LoadWords.Unit(search.Point);
        string limit = search.LimitWords();
        return search.End switch
        {
            SearchEnd.EveryRateHolds => string.Create(CultureInfo.InvariantCulture,
                $"{name} holds {limit} at every rate up to {search.HighestRecordsPerS:#,0} {unit}, the highest that was "
                + $"searched ({steps})."),
            SearchEnd.NoRateHolds => string.Create(CultureInfo.InvariantCulture,
                $"{name} holds {limit} at no rate from {search.LowestRecordsPerS:#,0} {unit} on, the lowest that was "
                + $"searched ({steps})."),
            _ when search is { RecordsPerS: { } rate, IntervalRecordsPerS: { } interval } =>
                $"{name} holds {limit} up to {NumberText.Rounded(rate)} {unit} "
                + $"[{NumberText.RoundedAs(rate, interval.Low)}, {NumberText.RoundedAs(rate, interval.High)}] ({steps}"
                + $"{(search.End == SearchEnd.Unfinished ? ", unfinished" : string.Empty)}).",
            SearchEnd.Failing => $"The search of {name} was given up after {steps}.",
            _ => $"The search of {name} has no answer yet ({steps}).",
        };
    }
}
