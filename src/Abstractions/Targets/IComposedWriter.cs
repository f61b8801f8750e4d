using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The writer of a target composed of two databases, from its <see cref="ITarget.OpenWriter"/>: it stores the records of a batch
/// in one, and then the batch's control data (its range and origin, one row) in the other. A failure in between leaves records
/// without control data. If a client then sends the batch again, the service finds the records stored and calls
/// <see cref="Complete"/> to add what is missing.
/// </summary>
/// <remarks>One thread at a time calls it, as for every <see cref="IBatchWriter"/>.</remarks>
public interface IComposedWriter : IBatchWriter
{
    /// <summary>
    /// The writer of the records alone, which the composed writer disposes. Mixes and the service ask it what the database of the
    /// records guarantees. The service also writes the missing part of a batch by it, before <see cref="Complete"/>.
    /// </summary>
    IBatchWriter Records { get; }

    /// <summary>
    /// Stores the missing control data of a batch. Call it only once all records of the batch are stored. Repeating the call
    /// changes nothing.
    /// </summary>
    /// <exception cref="BatchWriteException">A database does not answer, or refuses.</exception>
    void Complete(RecordBatch batch);

    /// <summary>Sends a small query to every database of the writer. The service's health check calls it.</summary>
    /// <exception cref="BatchWriteException">A database does not answer. The message names it.</exception>
    void Ask();
}
