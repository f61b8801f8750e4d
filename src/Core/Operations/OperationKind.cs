namespace DbIngest.Core.Operations;

/// <summary>What a lane may ask of a database.</summary>
public enum OperationKind
{
    /// <summary>A batch of new records.</summary>
    InsertBatch,

    /// <summary>One new record.</summary>
    InsertOne,

    /// <summary>One record by its key, (source, sequence).</summary>
    Read,

    /// <summary>Quality and all values of one record, by its key.</summary>
    Update,

    /// <summary>One record by its key.</summary>
    Delete,

    /// <summary>All records of one source from one sequence number to another.</summary>
    Scan,
}
