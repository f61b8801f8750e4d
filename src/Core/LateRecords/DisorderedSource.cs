using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// The records of one source in another order (<c>--disorder</c>): <see cref="LateSlots"/> says from which record of the ordered
/// stream each record takes its content. <see cref="DisorderedWorkload.Open"/> creates it. Sequence numbers stay gapless in the
/// order of sending. Lanes fill batches on the timed path, without allocations. Not thread-safe: each lane opens its own.
/// </summary>
/// <param name="inner">The records in order. This object owns and disposes it.</param>
/// <param name="schema">The values of a record.</param>
/// <param name="slots">Where the content of each record comes from.</param>
/// <param name="interval">Microseconds between records, to compute the times of records from before the stream.</param>
internal sealed class DisorderedSource(IRecordSource inner, RecordSchema schema, LateSlots slots, long interval) : IRecordSource
{
    private readonly RecordBatch _one = new(schema, 1);
    private LateSlots _slots = slots;

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        inner.Fill(batch, firstSequence, count);
        if (count == 0)
        {
            return;
        }

        long last = _slots.StratumOf(firstSequence + count - 1);
        for (long stratum = _slots.StratumOf(firstSequence); stratum <= last; stratum++)
        {
            var (late, slot) = _slots.Of(stratum);
            if (!_slots.IsDense)
            {
                MoveUp(batch, slot, late);
            }

            if (late >= firstSequence && late < firstSequence + count)
            {
                Take(batch, (int)(late - firstSequence), slot);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => inner.Dispose();

    /// <summary>Moves content up by one: each row of the batch within a range gets the content of the record after it.</summary>
    private void MoveUp(RecordBatch batch, long from, long end)
    {
        int first = (int)Math.Max(0, from - batch.FirstSequence);
        int past = (int)Math.Min(batch.Count, end - batch.FirstSequence);
        int moved = Math.Min(past, batch.Count - 1) - first;
        if (moved > 0)
        {
            Array.Copy(batch.Timestamps, first + 1, batch.Timestamps, first, moved);
            Array.Copy(batch.Qualities, first + 1, batch.Qualities, first, moved);
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                int place = (column * batch.Capacity) + first;
                Array.Copy(batch.Values, place + 1, batch.Values, place, moved);
            }
        }

        // The last row takes the content of the first record after the batch, which the batch does not hold.
        if (past == batch.Count && first < past)
        {
            Take(batch, past - 1, batch.FirstSequence + past);
        }
    }

    /// <summary>Gives a row the content of a slot.</summary>
    private void Take(RecordBatch batch, int row, long slot)
    {
        if (slot < 0)
        {
            // A record from before the stream keeps its own content and gets a time before the first record.
            inner.Fill(_one, 0, 1);
            batch.Timestamps[row] = _one.Timestamps[0] + (slot * interval);
            return;
        }

        inner.Fill(_one, slot, 1);
        batch.Timestamps[row] = _one.Timestamps[0];
        batch.Qualities[row] = _one.Qualities[0];
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            batch.Values[(column * batch.Capacity) + row] = _one.Values[column];
        }
    }
}
