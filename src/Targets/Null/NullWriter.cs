using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// Accepts the batches of one lane without a database: it hashes every record and enters the batch into the source's book, which
/// the audit compares. <see cref="NullTarget"/> opens one per lane, and the lane's thread calls it on the timed path, so it
/// allocates nothing per record. Its throughput is the ceiling of the harness. It refuses a batch when the book is full.
/// </summary>
/// <param name="book">The book of the source. All writers of the source share it.</param>
/// <param name="close">Saves the book for the audit when the writer is disposed.</param>
internal sealed class NullWriter(SourceBook book, Action<SourceBook> close) : IBatchWriter
{
    private bool _closed;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        if (batch.Source != book.Source)
        {
            throw new BatchWriteException(
                $"A batch of source {batch.Source} came to the writer of source {book.Source}.", isTransient: false,
                    isAmbiguous: false);
        }

        if (!book.TryAdd(new BookedRange(batch.FirstSequence, batch.Count, RecordHash.Sum(batch))))
        {
            throw new BatchWriteException(
                $"The book of source {book.Source} is full ({SourceBook.MaxRanges} ranges with gaps between them).",
                isTransient: false,
                isAmbiguous: false);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) =>
        book.Contains(batch.FirstSequence, batch.Count) ? BatchFate.Stored : BatchFate.Absent;

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_closed)
        {
            _closed = true;
            close(book);
        }
    }
}
