using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Finds names that distinguish results: the names of their sweeps, or of their folders where two sweeps share a name. Everything
/// in a report of several results that names one calls it: page, answer, settings, and the series and figures of
/// <see cref="PlotSet"/>, <see cref="MixFigures"/> and <see cref="SearchCharts"/>.
/// </summary>
internal static class ResultNames
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
}
