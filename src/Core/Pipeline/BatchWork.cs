using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Writes the batches that the schedule hands out. The work of a trial without a mix, and of the load before one.
/// </summary>
/// <param name="batch">The batch that the lane reuses.</param>
/// <param name="cursor">The schedule of the source, which books what was not acknowledged.</param>
internal sealed class BatchWork(RecordBatch batch, SourceCursor cursor) : ILaneWork
{
    private IBatchWriter _writer = null!;
    private IRecordSource _records = null!;

    /// <inheritdoc/>
    public MixOutcome? Mix => null;

    /// <inheritdoc/>
    public void Open(IBatchWriter writer, IRecordSource records) => (_writer, _records) = (writer, records);

    /// <inheritdoc/>
    public void Fill(BatchTurn turn) => _records.Fill(batch, turn.First, turn.Count);

    /// <inheritdoc/>
    public bool Send()
    {
        _writer.Write(batch);
        return true;
    }

    /// <inheritdoc/>
    public BatchFate Recover(bool isInDoubt, bool isLast) => FateOf(_writer, batch, isInDoubt, isLast);

    /// <inheritdoc/>
    public void Acknowledged(in TurnTimes times)
    {
        // The lane counts batches.
    }

    /// <inheritdoc/>
    public void Failed(bool isConflict)
    {
        // The lane counts failures.
    }

    /// <inheritdoc/>
    public bool TryLeaveOut() => false;

    /// <inheritdoc/>
    public void GiveUp(BatchTurn turn) => cursor.Fail(turn.First, turn.Count);

    /// <inheritdoc/>
    public void Skip(BatchTurn turn) => cursor.Fail(turn.First, turn.Count);

    /// <summary>
    /// Recovers a batch, also for insertions of a mix. An idempotent writer may send a batch again at once, so it is asked
    /// whether the batch is stored only before the lane gives the batch up.
    /// </summary>
    internal static BatchFate FateOf(IBatchWriter writer, RecordBatch batch, bool isInDoubt, bool isLast) =>
        writer.IsIdempotent && !isLast ? BatchFate.Absent : writer.Recover(batch, isInDoubt);
}
