namespace DbIngest.Core.Operations;

/// <summary>
/// The kinds of operations in a mix. <see cref="OperationMix"/> maps its weights to them. Their values are indices of counters,
/// so they must stay gapless from 0. Journals contain the names, which must not change.
/// </summary>
public enum OperationKind
{
    /// <summary>Inserts a batch of new records.</summary>
    InsertBatch,

    /// <summary>Inserts one new record.</summary>
    InsertOne,

    /// <summary>Reads one record by its key (source, sequence).</summary>
    Read,

    /// <summary>Sets quality and all values of one record by its key.</summary>
    Update,

    /// <summary>Deletes one record by its key.</summary>
    Delete,

    /// <summary>Reads all records of one source in a range of sequence numbers.</summary>
    Scan,

    /// <summary>
    /// Reads one record, adds one to its version and writes it if no other client has changed it meanwhile. Otherwise the attempt
    /// is a conflict, and the lane begins again with the read.
    /// </summary>
    ReadModifyWrite,

    /// <summary>Reads one record, adds one to its version and writes it without a condition.</summary>
    PlainReadModifyWrite,

    /// <summary>Finds one record by its source and timestamp, which are not the key.</summary>
    Find,
}
