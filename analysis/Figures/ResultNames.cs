using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Finds names that distinguish results: the names of their sweeps, or of their folders where two sweeps share a name. Everything
/// in a report that names a result calls it.
/// </summary>
internal static class ResultNames
{
    /// <summary>Returns the name of a result among others.</summary>
    /// <param name="results">All results of the report.</param>
    /// <param name="result">One of them.</param>
    public static string Of(IReadOnlyList<StoredResult> results, StoredResult result) =>
        results.Count(other => other.Summary.Name == result.Summary.Name) > 1 ? result.Folder : result.Summary.Name;
}
