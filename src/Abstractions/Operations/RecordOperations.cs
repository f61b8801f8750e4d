using DbIngest.Abstractions.Targets;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// The operations on single records that a write path supports beside insertions. A <see cref="WriteClient"/> states them, and
/// must state none that its writers do not implement. Before anything is opened, the command line refuses a mix with other
/// operations and names them.
/// </summary>
[Flags]
public enum RecordOperations
{
    /// <summary>Only insertions of batches.</summary>
    None = 0,

    /// <summary>Reads one record by its key.</summary>
    Read = 1,

    /// <summary>Reads a range of sequence numbers of one source.</summary>
    Scan = 2,

    /// <summary>Sets quality and values of one record.</summary>
    Update = 4,

    /// <summary>Deletes one record.</summary>
    Delete = 8,

    /// <summary>Sets quality and values of one record if it is unchanged: compare-and-set.</summary>
    UpdateIf = 16,

    /// <summary>Finds the records of a source at an instant, by a field that is not the key.</summary>
    Find = 32,

    /// <summary>The operations of <see cref="IRecordReads"/>.</summary>
    Reads = Read | Scan,

    /// <summary>The operations of <see cref="IRecordOperations"/>.</summary>
    ReadsAndWrites = Reads | Update | Delete,

    /// <summary>The operations of <see cref="IConditionalUpdates"/>.</summary>
    All = ReadsAndWrites | UpdateIf,

    /// <summary>The operations of <see cref="IConditionalUpdates"/> and <see cref="IInstantReads"/>.</summary>
    AllAndFind = All | Find,
}
