using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Results;

/// <summary>
/// Disk space of a trial's records. <see cref="Trials.TrialRecord"/> computes it from the target's measurements before and
/// after the ingestion, in bytes. Space must never be measured before the database has settled.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed. <c>SpaceFigures</c> of the analysis reads it.</remarks>
public sealed record SpaceResult
{
    /// <summary>Space of the empty table.</summary>
    public required DiskSpace Baseline { get; init; }

    /// <summary>Space after the database settled.</summary>
    public required DiskSpace Filled { get; init; }

    /// <summary>The difference.</summary>
    public required DiskSpace Net { get; init; }

    /// <summary>Data and index bytes of the difference per stored record, those of <c>--prefill</c> included.</summary>
    public required double BytesPerRecord { get; init; }

    /// <summary>Computes the bytes per record.</summary>
    /// <param name="records">Records that are stored.</param>
    public SpaceResult Per(long records) => this with { BytesPerRecord = Net.StoredBytes / (double)Math.Max(1, records) };
}
