using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Writes the batches that the schedule hands out: the work of a trial without a mix, and of the load before a trial.
/// <see cref="LaneFactory"/> creates one per lane, and <see cref="IngestLane"/> calls it in each turn. It reuses one batch, so it
/// allocates nothing per record.
/// </summary>
internal sealed class BatchWork : ILaneWork
{
    private readonly RecordBatch _whole;
    private readonly SourceCursor _cursor;

    // The batch before the table has the values of --add-values: the same arrays, without these values.
    private readonly RecordBatch? _narrow;

    private RecordBatch _batch;
    private IBatchWriter _writer = null!;
    private IRecordSource _records = null!;

    /// <summary>Creates the work of a lane.</summary>
    /// <param name="whole">The batch that the lane reuses, with all values of the schema.</param>
    /// <param name="cursor">The schedule of the source, which books what was not acknowledged.</param>
    public BatchWork(RecordBatch whole, SourceCursor cursor)
    {
        (_whole, _batch, _cursor) = (whole, whole, cursor);
        _narrow = whole.Schema.AddedCount > 0 ? whole.Front(whole.Schema.BeforeAddition) : null;
    }

    /// <inheritdoc/>
    public MixOutcome? Mix => null;

    /// <inheritdoc/>
    public void Open(IBatchWriter writer, IRecordSource records) => (_writer, _records) = (writer, records);

    /// <inheritdoc/>
    public void Fill(BatchTurn turn)
    {
        _batch = turn.IsWhole ? _whole : _narrow!;
        _records.Fill(_batch, turn.First, turn.Count);
    }

    /// <inheritdoc/>
    public bool Send()
    {
        _writer.Write(_batch);
        return true;
    }

    /// <inheritdoc/>
    public BatchFate Recover(bool isInDoubt, bool isLast) => FateOf(_writer, _batch, isInDoubt, isLast);

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
    public void GiveUp(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <inheritdoc/>
    public void Skip(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <summary>
    /// Recovers a batch, also for insertions of a mix. An idempotent writer may send a batch again at once, so it is asked
    /// whether the batch is stored only before the lane gives the batch up.
    /// </summary>
    internal static BatchFate FateOf(IBatchWriter writer, RecordBatch batch, bool isInDoubt, bool isLast) =>
        writer.IsIdempotent && !isLast ? BatchFate.Absent : writer.Recover(batch, isInDoubt);
}
