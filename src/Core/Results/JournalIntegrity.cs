namespace DbIngest.Core.Results;

/// <summary>
/// Tells whether a journal was changed after it was written. <see cref="JournalContent"/> finds it on reading. A rule and
/// comparisons report a changed journal, and the summary of a run names unreadable lines.
/// </summary>
/// <remarks>
/// <c>StoredFileRules</c>, <c>ResultDifferences</c> and <c>ResultCheck</c> read it. The summary stores the members, so they must
/// not be renamed.
/// </remarks>
public sealed record JournalIntegrity
{
    /// <summary>True if the lines carry checksums. Older versions wrote none.</summary>
    public required bool HasChecksums { get; init; }

    /// <summary>Lines from 1 whose checksum is wrong: they or earlier lines were changed. Line 1 may mean the manifest.</summary>
    public IReadOnlyList<int> ChangedLines { get; init; } = [];

    /// <summary>Lines from 1 that cannot be read. A resumed sweep measures their trials again.</summary>
    public IReadOnlyList<int> BrokenLines { get; init; } = [];

    /// <summary>True if no line is changed or broken.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsWhole => ChangedLines.Count == 0 && BrokenLines.Count == 0;
}
