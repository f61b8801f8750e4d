namespace DbIngest.Abstractions.Targets;

/// <summary>Disk space of the measured table, after a flush. All in bytes.</summary>
/// <param name="DataBytes">The records themselves, with the database's own overhead on them.</param>
/// <param name="IndexBytes">Indexes, automatic ones included.</param>
/// <param name="LogBytes">Write-ahead log written on behalf of the trial, whether or not it is still kept.</param>
/// <param name="FilesApparentBytes">Cross-check: the sum of the lengths of the database's files; null where they are not local.</param>
/// <param name="FilesAllocatedBytes">Cross-check: the blocks the filesystem gave them; null where they are not local.</param>
public sealed record DiskSpace(
    long DataBytes,
    long IndexBytes,
    long LogBytes,
    long? FilesApparentBytes = null,
    long? FilesAllocatedBytes = null)
{
    /// <summary>What each database of a composed target has of it, by name; null for a single database.</summary>
    public IReadOnlyDictionary<string, DiskSpace>? Parts { get; init; }

    /// <inheritdoc/>
    public bool Equals(DiskSpace? other) =>
        other is not null
        && (DataBytes, IndexBytes, LogBytes, FilesApparentBytes, FilesAllocatedBytes)
            == (other.DataBytes, other.IndexBytes, other.LogBytes, other.FilesApparentBytes, other.FilesAllocatedBytes)
        && (Parts is null
            ? other.Parts is null
            : other.Parts?.Count == Parts.Count && Parts.All(part => part.Value.Equals(other.Parts.GetValueOrDefault(part.Key))));

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(DataBytes, IndexBytes, LogBytes, FilesApparentBytes, FilesAllocatedBytes);

    /// <summary>Data and indexes: what stays. The log is shown apart, since it is recycled.</summary>
    public long StoredBytes => DataBytes + IndexBytes;

    /// <summary>What was added since an empty baseline.</summary>
    /// <param name="baseline">The same measurement right after the schema was prepared.</param>
    /// <returns>The difference, part by part.</returns>
    public DiskSpace Since(DiskSpace baseline) => new(
        DataBytes - baseline.DataBytes,
        IndexBytes - baseline.IndexBytes,
        LogBytes - baseline.LogBytes,
        FilesApparentBytes - baseline.FilesApparentBytes,
        FilesAllocatedBytes - baseline.FilesAllocatedBytes)
    {
        Parts = Parts?.ToDictionary(part => part.Key, part => part.Value.Since(baseline.Parts![part.Key]), StringComparer.Ordinal),
    };

    /// <summary>The space of several databases, with its parts.</summary>
    /// <param name="parts">Each database's, by name.</param>
    /// <returns>The sum; files only where all of them are local.</returns>
    public static DiskSpace Sum(IReadOnlyDictionary<string, DiskSpace> parts) => new(
        parts.Values.Sum(part => part.DataBytes),
        parts.Values.Sum(part => part.IndexBytes),
        parts.Values.Sum(part => part.LogBytes),
        parts.Values.All(part => part.FilesApparentBytes is not null) ? parts.Values.Sum(part => part.FilesApparentBytes) : null,
        parts.Values.All(part => part.FilesAllocatedBytes is not null) ? parts.Values.Sum(part => part.FilesAllocatedBytes) : null)
    {
        Parts = parts,
    };
}
