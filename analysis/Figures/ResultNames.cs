using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Names that distinguish results: the names of their sweeps, or of their folders where two sweeps share a name.
/// </summary>
internal static class ResultNames
{
    /// <summary>The name of a result among others.</summary>
    public static string Of(IReadOnlyList<StoredResult> results, StoredResult result) =>
        results.Count(other => other.Summary.Name == result.Summary.Name) > 1 ? result.Folder : result.Summary.Name;
}
