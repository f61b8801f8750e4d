using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Publish;

/// <summary>A result with its place on a page of results. The verb <c>publish</c> creates it.</summary>
/// <param name="Path">Path of the result folder that is copied.</param>
/// <param name="Name">Name of the copy, unique on the page.</param>
/// <param name="Result">Content of the folder.</param>
/// <param name="Trust">What is known of its origin: signed and by whom, or changed since it was written. A few words.</param>
public sealed record PublishedResult(string Path, string Name, StoredResult Result, string Trust)
{
    /// <summary>The day on which the sweep began.</summary>
    internal string Measured =>
        Result.Summary.StartedUtc.ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture);
}
