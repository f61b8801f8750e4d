using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>What tells results from each other: their names, or their folders where two have one name.</summary>
internal static class ResultNames
{
    /// <summary>The name of a result among others.</summary>
    public static string Of(IReadOnlyList<StoredResult> results, StoredResult result) =>
        results.Count(other => other.Summary.Name == result.Summary.Name) > 1 ? result.Folder : result.Summary.Name;
}
