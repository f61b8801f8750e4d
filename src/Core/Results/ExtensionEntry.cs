namespace DbIngest.Core.Results;

/// <summary>
/// Records that a sweep was extended beyond its manifest. <c>--resume</c> with more trials or another precision appends it to the
/// journal, and <see cref="Manifest.ExtendedBy"/> applies it, because the manifest itself never changes.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <c>SweepExecution</c> makes one per extension, before the first
/// trial that it adds.
/// </remarks>
public sealed record ExtensionEntry : JournalEntry
{
    /// <summary>Trials per point from now on, including warm-up trials.</summary>
    public required int Trials { get; init; }

    /// <summary>The precision from now on. Null if it did not change.</summary>
    public double? Precision { get; init; }

    /// <summary>Most trials per point from now on. Null if it did not change.</summary>
    public int? MaxTrials { get; init; }

    /// <summary>When the sweep was extended.</summary>
    public required DateTimeOffset ExtendedUtc { get; init; }
}
