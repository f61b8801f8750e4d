namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Disk space of the measured table after a flush, in bytes. <see cref="ITarget.MeasureSpace"/> returns it before and after a
/// trial, and the trial reports the difference.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
/// <param name="DataBytes">Records with the database's overhead per record.</param>
/// <param name="IndexBytes">All indexes, including those that the database creates automatically.</param>
/// <param name="LogBytes">Write-ahead log written for the trial, including log that was recycled since.</param>
/// <param name="FilesApparentBytes">Sum of the lengths of the database's files, as a cross-check. Null for remote files.</param>
/// <param name="FilesAllocatedBytes">Bytes the filesystem allocated to these files. Null for remote files.</param>
public sealed record DiskSpace(
    long DataBytes,
    long IndexBytes,
    long LogBytes,
    long? FilesApparentBytes = null,
    long? FilesAllocatedBytes = null)
{
    /// <summary>Space of each database of a composed target, by name. Null for a single database.</summary>
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
    public override int GetHashCode() =>
        HashCode.Combine(DataBytes, IndexBytes, LogBytes, FilesApparentBytes, FilesAllocatedBytes);

    /// <summary>Data and indexes. Excludes the log, because the database recycles it.</summary>
    public long StoredBytes => DataBytes + IndexBytes;

    /// <summary>Subtracts the space of the empty schema.</summary>
    /// <param name="baseline">The measurement taken right after <see cref="ITarget.Prepare"/>.</param>
    /// <returns>The space added since, part by part. Negative where the database has freed space.</returns>
    public DiskSpace Since(DiskSpace baseline) => new(
        DataBytes - baseline.DataBytes,
        IndexBytes - baseline.IndexBytes,
        LogBytes - baseline.LogBytes,
        FilesApparentBytes - baseline.FilesApparentBytes,
        FilesAllocatedBytes - baseline.FilesAllocatedBytes)
    {
        Parts = Parts?.ToDictionary(part => part.Key, part => part.Value.Since(baseline.Parts![part.Key]),
            StringComparer.Ordinal),
    };

    /// <summary>Adds the space of the databases of a composed target.</summary>
    /// <param name="parts">The space of each database, by name.</param>
    /// <returns>The sum with its parts. File sizes are null unless every part has them.</returns>
    public static DiskSpace Sum(IReadOnlyDictionary<string, DiskSpace> parts) => new(
        parts.Values.Sum(part => part.DataBytes),
        parts.Values.Sum(part => part.IndexBytes),
        parts.Values.Sum(part => part.LogBytes),
        parts.Values.All(part => part.FilesApparentBytes is not null) ? parts.Values.Sum(part => part.FilesApparentBytes) : null,
        parts.Values.All(part => part.FilesAllocatedBytes is not null) ? parts.Values.Sum(part => part.FilesAllocatedBytes)
            : null)
    {
        Parts = parts,
    };
}
