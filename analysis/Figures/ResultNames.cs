using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Finds names that distinguish results: the names of their sweeps, or of their folders where two sweeps share a name. Everything
/// in a report of several results that names one calls it: page, answer, settings, and the series and figures of
/// <see cref="PlotSet"/>, <see cref="MixFigures"/> and <see cref="SearchCharts"/>.
/// </summary>
public static class ResultNames
{
    /// <summary>Returns the name of a result among others.</summary>
    /// <param name="results">All results of the report.</param>
    /// <param name="result">One of them.</param>
    /// <returns>
    /// The name. Of several folders of one name in different places, the second in the order of the results has <c>-2</c> behind
    /// it, as on a page of results.
    /// </returns>
    public static string Of(IReadOnlyList<StoredResult> results, StoredResult result)
    {
        if (results.Count(other => other.Summary.Name == result.Summary.Name) < 2)
        {
            return result.Summary.Name;
        }

        int number = results.Where(other => other.Folder == result.Folder)
            .TakeWhile(other => !ReferenceEquals(other, result)).Count() + 1;
        return number == 1 ? result.Folder : FormattableString.Invariant($"{result.Folder}-{number}");
    }

    /// <summary>The words before a text about one result among others: its name and a colon. Empty for the only result.</summary>
    public static string Before(IReadOnlyList<StoredResult> results, StoredResult result) =>
        results.Count > 1 ? Of(results, result) + ": " : string.Empty;

    /// <summary>The sentences about each result, with its name before each where there are several results.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<StoredResult> results,
        Func<StoredResult, IEnumerable<string>> of) =>
        results.SelectMany(result => of(result).Select(sentence => Before(results, result) + sentence));

    /// <summary>A table about one result, with the result's name in its title where there are several results.</summary>
    public static TextTable Titled(IReadOnlyList<StoredResult> results, StoredResult result, TextTable table) =>
        table with { Title = Before(results, result) + table.Title };
}
