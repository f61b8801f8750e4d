using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// A writer that stores something beside the records of a batch, in another database, after them: control data of a hybrid. A
/// failure may leave the records without it. The service then asks for it by <see cref="Complete"/>, so that a batch that is
/// sent again is whole.
/// </summary>
/// <remarks>One thread at a time calls it, as every <see cref="IBatchWriter"/>.</remarks>
public interface IComposedWriter : IBatchWriter
{
    /// <summary>The writer of the records alone, which this writer owns.</summary>
    IBatchWriter Records { get; }

    /// <summary>
    /// Stores what belongs to a batch beside its records and is missing. Call it only once all of its records are stored.
    /// Repeating it is harmless.
    /// </summary>
    /// <param name="batch">The batch.</param>
    /// <exception cref="BatchWriteException">A database does not answer, or refuses.</exception>
    void Complete(RecordBatch batch);

    /// <summary>Asks every database of the writer for something, to learn whether it answers.</summary>
    /// <exception cref="BatchWriteException">A database does not answer. The message names it.</exception>
    void Ask();
}
