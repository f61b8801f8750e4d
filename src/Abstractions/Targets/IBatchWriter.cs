using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Writes batches into one prepared table. This is the timed path: a lane of the pipeline opens one writer before the common
/// start of a trial, calls <see cref="Write"/> for each of its batches and disposes it. The HTTP service keeps writers open too.
/// </summary>
/// <remarks>
/// One thread at a time calls a writer, for one source unless <see cref="ServesAnySource"/>. It must not retry, measure time or
/// swallow errors, because the pipeline retries, counts and times in the same way for every database. It must not allocate per
/// record once it has written its first batches.
/// </remarks>
public interface IBatchWriter : IDisposable
{
    /// <summary>
    /// Writes one batch and returns when the database has acknowledged all of it under the target's durability level.
    /// </summary>
    /// <param name="batch">The batch. The writer may read it during the call only, and must not change it.</param>
    /// <exception cref="BatchWriteException">The batch was not acknowledged. The method must not throw anything else.</exception>
    void Write(RecordBatch batch);

    /// <summary>
    /// True for an idempotent writer: keys identify records, so that sending a batch again changes nothing that is stored. The
    /// pipeline retries without <see cref="Recover"/>, so <see cref="Write"/> itself must reconnect. It calls
    /// <see cref="Recover"/> only to learn the fate of a batch that it gives up. False for a transactional writer: the database
    /// stores all of a batch or nothing, and the pipeline sends it again only after <see cref="Recover"/> reported it absent.
    /// </summary>
    bool IsIdempotent => false;

    /// <summary>
    /// True if the writer accepts batches of every source, one after the other. The HTTP service then uses one writer for all
    /// sources, and otherwise opens one per source. Lanes always open one for their source.
    /// </summary>
    bool ServesAnySource => false;

    /// <summary>
    /// Makes the writer usable after a <see cref="Write"/> that threw, and reports whether the batch is stored. The pipeline
    /// calls it before it retries the batch or gives it up. The writer reconnects if needed, ensures that the failed attempt can
    /// no longer take effect, and erases a batch that is stored in part.
    /// </summary>
    /// <param name="batch">The batch whose write failed.</param>
    /// <param name="inDoubt">
    /// True if any attempt was ambiguous (<see cref="BatchWriteException.IsAmbiguous"/>). If false, nothing can be stored and the
    /// writer must not search the database for the batch, which may mean reading a whole table.
    /// </param>
    /// <returns>Whether the database stores all of the batch or none of it.</returns>
    /// <exception cref="BatchWriteException">The database does not answer. The pipeline waits and calls again.</exception>
    BatchFate Recover(RecordBatch batch, bool inDoubt = true);
}
