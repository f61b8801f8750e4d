namespace DbIngest.Core.Results;

/// <summary>
/// The part of an <see cref="AuditResult"/> on one source. <see cref="Trials.Auditor"/> makes one per source that it compares.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record SourceAudit
{
    /// <summary>The source, from 0.</summary>
    public required int Source { get; init; }

    /// <summary>Records that must be stored.</summary>
    public required long Expected { get; init; }

    /// <summary>Rows read with an acknowledged sequence number, including duplicates.</summary>
    public required long Stored { get; init; }

    /// <summary>Acknowledged records that are not stored.</summary>
    public required long Missing { get; init; }

    /// <summary>Rows beyond the first with the same sequence number, apart from those in <see cref="Repeated"/>.</summary>
    public required long Duplicates { get; init; }

    /// <summary>
    /// Second rows of records that the source sent twice, in a database that keeps both. Null if the source sent each record
    /// once.
    /// </summary>
    public long? Repeated { get; init; }

    /// <summary>The checksum recomputed from the workload, as 16 hexadecimal digits.</summary>
    public required string ChecksumExpected { get; init; }

    /// <summary>The checksum of the stored rows, as 16 hexadecimal digits.</summary>
    public required string ChecksumStored { get; init; }
}
