namespace DbIngest.Core.Results;

/// <summary>The audit of one source.</summary>
public sealed record SourceAudit
{
    /// <summary>The source, counted from 0.</summary>
    public required int Source { get; init; }

    /// <summary>Acknowledged records.</summary>
    public required long Expected { get; init; }

    /// <summary>Rows found, repeated ones included.</summary>
    public required long Stored { get; init; }

    /// <summary>Acknowledged records that are not stored.</summary>
    public required long Missing { get; init; }

    /// <summary>Rows beyond the first with the same sequence number.</summary>
    public required long Duplicates { get; init; }

    /// <summary>The checksum recomputed from the workload, as 16 hexadecimal digits.</summary>
    public required string ChecksumExpected { get; init; }

    /// <summary>The checksum of the stored rows, as 16 hexadecimal digits.</summary>
    public required string ChecksumStored { get; init; }
}
