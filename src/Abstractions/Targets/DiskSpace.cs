namespace DbIngest.Core.Targets;

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
        FilesAllocatedBytes - baseline.FilesAllocatedBytes);
}
