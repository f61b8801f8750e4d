namespace DbIngest.Core.Results;

/// <summary>A sweep was extended: from here on it has more trials than its manifest says. A line of the journal.</summary>
public sealed record ExtensionEntry : JournalEntry
{
    /// <summary>Trials a point, warm-up included, from now on.</summary>
    public required int Trials { get; init; }

    /// <summary>The precision asked for from now on; null when that stayed as it was.</summary>
    public double? Precision { get; init; }

    /// <summary>The most trials of a point from now on; null when that stayed as it was.</summary>
    public int? MaxTrials { get; init; }

    /// <summary>When it was.</summary>
    public required DateTimeOffset ExtendedUtc { get; init; }
}
