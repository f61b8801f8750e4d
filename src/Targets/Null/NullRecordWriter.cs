using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// Executes the operations of one lane of a mix on records in memory, so that the client's ceiling with a mix can be measured.
/// It stores, finds and changes records, and does nothing else that a database would do. <see cref="NullTarget"/> opens one per
/// lane, and the lane's thread calls it on the timed path. Operations on a source of another process find no record. No
/// server answers, so <see cref="Receive"/> carries out an operation that was sent before it (<see cref="ISplitOperations"/>):
/// threads that serve several lanes have a ceiling too.
/// </summary>
/// <param name="records">The records of all sources, which lanes with shared keys read and change.</param>
/// <param name="rows">The records of the source that the writer inserts.</param>
/// <param name="close">Called once, when the writer is disposed.</param>
internal sealed class NullRecordWriter(NullTable records, NullSource rows, Action<NullSource> close)
    : IBatchWriter, IConditionalUpdates, IInstantReads, ISplitOperations
{
    private bool _closed;
    private SplitCall _call;
    private RecordBatch? _content;
    private (int Source, long First, int Count) _range;

    private enum SplitCall
    {
        Read,
        Update,
        Delete,
        Batch,
    }

    /// <inheritdoc/>
    public Socket? Answering => null;

    /// <inheritdoc/>
    public bool IsOverdue => false;

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        for (int row = 0; row < batch.Count; row++)
        {
            rows.Set(batch, row);
        }
    }

    /// <inheritdoc/>
    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) =>
        rows.Contains(batch.FirstSequence, batch.Count) ? BatchFate.Stored : BatchFate.Absent;

    /// <inheritdoc/>
    public void Read(int source, long sequence, IRecordReceiver found) =>
        Of(source)?.Read(sequence, 1, found);

    /// <inheritdoc/>
    public void Scan(int source, long first, int count, IRecordReceiver found) =>
        Of(source)?.Read(first, count, found);

    /// <inheritdoc/>
    public void Find(int source, long timestamp, IRecordReceiver found) => Of(source)?.Find(timestamp, found);

    /// <inheritdoc/>
    public void Update(RecordBatch record) => Of(record.Source)?.TryUpdate(record, quality: null);

    /// <inheritdoc/>
    public bool UpdateIf(RecordBatch record, uint quality) =>
        Of(record.Source)?.TryUpdate(record, quality) ?? false;

    /// <inheritdoc/>
    public void Delete(int source, long sequence) => Of(source)?.Remove(sequence);

    /// <inheritdoc/>
    public void SendRead(int source, long first, int count) => (_call, _range) = (SplitCall.Read, (source, first, count));

    /// <inheritdoc/>
    public void SendUpdate(RecordBatch record) => (_call, _content) = (SplitCall.Update, record);

    /// <inheritdoc/>
    public void SendDelete(int source, long sequence) => (_call, _range) = (SplitCall.Delete, (source, sequence, 1));

    /// <inheritdoc/>
    public void SendBatch(RecordBatch batch) => (_call, _content) = (SplitCall.Batch, batch);

    /// <inheritdoc/>
    public void Receive(IRecordReceiver found)
    {
        switch (_call)
        {
            case SplitCall.Read:
                Scan(_range.Source, _range.First, _range.Count, found);
                break;
            case SplitCall.Update:
                Update(_content!);
                break;
            case SplitCall.Delete:
                Delete(_range.Source, _range.First);
                break;
            default:
                Write(_content!);
                break;
        }
    }

    /// <inheritdoc/>
    public void Restore()
    {
        // No operation fails.
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_closed)
        {
            _closed = true;
            close(rows);
        }
    }

    private NullSource? Of(int source) => source == rows.Source ? rows : records.Find(source);
}
