using DbIngest.Abstractions.Targets;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// The operations on single records that a write path has beside insertions. A <see cref="WriteClient"/> states them, and the
/// command line refuses a mix of others by name before anything is opened.
/// </summary>
[Flags]
public enum RecordOperations
{
    /// <summary>Insertions alone.</summary>
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

    /// <summary>What <see cref="IRecordReads"/> has.</summary>
    Reads = Read | Scan,

    /// <summary>What <see cref="IRecordOperations"/> has.</summary>
    ReadsAndWrites = Reads | Update | Delete,

    /// <summary>What <see cref="IConditionalUpdates"/> has.</summary>
    All = ReadsAndWrites | UpdateIf,

    /// <summary>What <see cref="IConditionalUpdates"/> and <see cref="IInstantReads"/> have.</summary>
    AllAndFind = All | Find,
}
