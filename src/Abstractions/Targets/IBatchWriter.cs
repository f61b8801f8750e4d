using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// The timed write path of a target. A writer belongs to one source (or to one of the connections that share a source
/// when several batches may be in flight) and is used by one thread at a time.
/// </summary>
/// <remarks>
/// A writer never retries, never times and never swallows: the pipeline wraps it from outside, so that both are counted,
/// and the same for all targets. In steady state it allocates nothing per record.
/// </remarks>
public interface IBatchWriter : IDisposable
{
    /// <summary>
    /// Writes the batch and returns once the database has acknowledged all of it under the stated durability contract.
    /// </summary>
    /// <param name="batch">The batch; only read, and not kept after the call.</param>
    /// <exception cref="BatchWriteException">The batch was not acknowledged. No other exception leaves this method.</exception>
    void Write(RecordBatch batch);

    /// <summary>
    /// To which of two families the writer belongs. <c>true</c>, idempotent: keys decide, so a batch may be sent again whatever became
    /// of it, and what arrives late changes nothing. Such a writer is usable after a failure without <see cref="Recover"/>, which
    /// is asked only whether a batch that is given up is stored. <c>false</c>, transactional: a batch is stored in
    /// whole or not at all, and sent again only when it is known not to be.
    /// </summary>
    bool IsIdempotent => false;

    /// <summary>
    /// Called after a <see cref="Write"/> that threw, before that batch is tried again or given up: makes the writer usable
    /// again (reconnects), makes sure that nothing of the failed attempt can still arrive, and finds out what became of it.
    /// A batch that is stored in part is erased, so that the answer is all or nothing.
    /// </summary>
    /// <param name="batch">The batch that was being written.</param>
    /// <param name="inDoubt">
    /// Whether some attempt was ambiguous (<see cref="BatchWriteException.IsAmbiguous"/>). When none was, nothing can be stored, and the database is not
    /// searched for it: that may mean reading a whole table.
    /// </param>
    /// <returns>Whether all of the batch is stored, or nothing of it.</returns>
    /// <exception cref="BatchWriteException">The target cannot be asked now; the caller may wait and call again.</exception>
    BatchFate Recover(RecordBatch batch, bool inDoubt = true);
}
