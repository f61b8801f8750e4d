namespace DbIngest.Abstractions.Audit;

/// <summary>
/// The verdict on a row whose record the audit has already read. <see cref="SourceTally.Judge"/> returns it to the partition.
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
