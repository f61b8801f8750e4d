namespace DbIngest.Core.Results;

/// <summary>Whether a journal is as it was written.</summary>
public sealed record JournalIntegrity
{
    /// <summary>Whether its lines carry checksums; older versions wrote none.</summary>
    public required bool HasChecksums { get; init; }

    /// <summary>Lines, from 1, that do not have the checksum that they were written with: they, or what is before them, were changed. 1 may mean the manifest.</summary>
    public IReadOnlyList<int> ChangedLines { get; init; } = [];

    /// <summary>Lines, from 1, that cannot be read: their trials are left out, and measured again by resuming.</summary>
    public IReadOnlyList<int> BrokenLines { get; init; } = [];

    /// <summary>Whether nothing speaks against the journal.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsWhole => ChangedLines.Count == 0 && BrokenLines.Count == 0;
}
