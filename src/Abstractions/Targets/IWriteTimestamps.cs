namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Tells the write timestamps of a writer whose database keeps the write with the largest timestamp of a client, rather than the
/// write that arrives last (last write wins). <c>SharedKeysWork</c> of lanes that share records reads the timestamp after each
/// update and logs it. <c>WriteHistory</c> in the audit then accepts only the version with the largest timestamp.
/// <c>OwnKeysWork</c> concludes from the interface alone that a late attempt never replaces a later update.
/// </summary>
public interface IWriteTimestamps : IRecordOperations
{
    /// <summary>
    /// The write timestamp of this writer's last <see cref="IRecordOperations.Update"/>. No two writes of a trial may have the
    /// same write timestamp, whichever writer sends them. A repeated attempt has a larger one than the first attempt, so that a
    /// first attempt that arrives late loses.
    /// </summary>
    long LastWriteTimestamp { get; }
}
