using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Results;

/// <summary>The disk space of a trial's records.</summary>
public sealed record SpaceResult
{
    /// <summary>The empty schema, before the first record.</summary>
    public required DiskSpace Baseline { get; init; }

    /// <summary>After settling.</summary>
    public required DiskSpace Filled { get; init; }

    /// <summary>Filled less baseline.</summary>
    public required DiskSpace Net { get; init; }

    /// <summary>Net data and index bytes a stored record: the quotient.</summary>
    public required double BytesPerRecord { get; init; }

    /// <summary>The same for so many records.</summary>
    /// <param name="records">Records that are stored.</param>
    /// <returns>The space, with its quotient.</returns>
    public SpaceResult Per(long records) => this with { BytesPerRecord = Net.StoredBytes / (double)Math.Max(1, records) };
}
