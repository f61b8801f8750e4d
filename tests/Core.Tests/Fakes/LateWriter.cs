using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>
/// A writer of which the first attempt of an update takes effect again, or only then, after the next update of the record was
/// acknowledged: every second update of a record is followed by the one before.
/// </summary>
internal sealed class LateWriter : IBatchWriter, IConditionalUpdates
{
    private readonly IBatchWriter _writer;
    private readonly IConditionalUpdates _operations;
    private readonly bool _loses;
    private readonly Dictionary<(int Source, long Sequence), (RecordBatch Record, bool IsAcknowledged)> _late = [];

    /// <param name="writer">The writer that it stands before.</param>
    /// <param name="loses">
    /// True if the first attempt is lost on its way and in doubt, so that it is repeated. False if it is acknowledged at once.
    /// </param>
    public LateWriter(IBatchWriter writer, bool loses)
    {
        (_writer, _operations) = (writer, (IConditionalUpdates)writer);
        _loses = loses;
    }

    public bool IsIdempotent => _writer.IsIdempotent;

    public bool RestoreFences => _operations.RestoreFences;

    public bool? LastDeleteFound => _operations.LastDeleteFound;

    public void Update(RecordBatch record)
    {
        var key = (record.Source, record.FirstSequence);
        if (!_late.TryGetValue(key, out var late))
        {
            var copy = new RecordBatch(record.Schema, 1);
            RecordVersion.Copy(record, copy, 0);
            _late[key] = (copy, !_loses);
            if (_loses)
            {
                throw new BatchWriteException("connection lost", isTransient: true, isAmbiguous: true);
            }

            _operations.Update(record);
            return;
        }

        _operations.Update(record);
        if (!late.IsAcknowledged)
        {
            _late[key] = (late.Record, true);
            return;
        }

        _operations.Update(late.Record);
        _late.Remove(key);
    }

    public bool UpdateIf(RecordBatch record, uint quality) => _operations.UpdateIf(record, quality);

    public void Delete(int source, long sequence) => _operations.Delete(source, sequence);

    public void Read(int source, long sequence, IRecordReceiver found) => _operations.Read(source, sequence, found);

    public void Scan(int source, long first, int count, IRecordReceiver found) => _operations.Scan(source, first, count, found);

    public void Restore() => _operations.Restore();

    public void Write(RecordBatch batch) => _writer.Write(batch);

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => _writer.Recover(batch, inDoubt);

    public void Dispose() => _writer.Dispose();
}
