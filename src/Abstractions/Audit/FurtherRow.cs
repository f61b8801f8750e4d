namespace DbIngest.Abstractions.Audit;

/// <summary>
/// The verdict on a row whose record the audit has already read. <see cref="SourceTally.Judge"/> returns it for each further row.
/// <see cref="StoredPartition"/> leaves rows in doubt out of the checksum. <see cref="StoredContent.AddHashed"/>, which gets one
/// checksum for a whole range, does not. A database that keeps one row of each record has duplicates only.
/// </summary>
internal enum FurtherRow
{
    /// <summary>The database stores the record once too often. This fails the audit.</summary>
    Duplicate,

    /// <summary>The second row of a record that was sent twice, in a database that keeps both.</summary>
    Expected,

    /// <summary>A row of a record whose second sending is in doubt. The audit allows any number of such rows.</summary>
    InDoubt,
}
