namespace DbIngest.Core.Results;

/// <summary>A sweep was extended: from here on it has more trials than its manifest says. A line of the journal.</summary>
public sealed record ExtensionEntry : JournalEntry
{
    /// <summary>Trials a point, warm-up included, from now on.</summary>
    public required int Trials { get; init; }

    /// <summary>When it was.</summary>
    public required DateTimeOffset ExtendedUtc { get; init; }
}
