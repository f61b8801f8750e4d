using DbIngest.Abstractions.Records;

namespace DbIngest.Core.Sources;

/// <summary>
/// Generates the records of one source. Lanes call <see cref="Fill"/> for each batch within the timed region. The audit,
/// retries and the checks of answers call it again for the same records. An implementation must never touch a database or wait
/// for another thread.
/// </summary>
/// <remarks>
/// The content must be a pure function of (workload, source, sequence), independent of order and number of calls, down to the
/// bits of each value. One thread at a time uses an instance.
/// </remarks>
public interface IRecordSource : IDisposable
{
    /// <summary>
    /// Resets the batch and fills every field of its rows. Called in every turn of a lane, so it must allocate nothing.
    /// </summary>
    /// <param name="batch">
    /// A batch with the workload's schema, or with what it is before values are added
    /// (<see cref="RecordSchema.BeforeAddition"/>).
    /// </param>
    /// <param name="firstSequence">Sequence number of the first row, from 0.</param>
    /// <param name="count">Rows, at most the capacity of the batch.</param>
    void Fill(RecordBatch batch, long firstSequence, int count);
}
