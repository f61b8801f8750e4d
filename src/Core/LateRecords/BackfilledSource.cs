using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.LateRecords;

/// <summary>
/// The records of one source in two periods (<c>--backfill</c>): <see cref="OldBatches"/> says which period each record belongs
/// to, and each period is sent in order. <see cref="BackfilledWorkload.Open"/> creates it. Sequence numbers stay gapless in the
/// order of sending. Lanes fill batches on the timed path, without allocations. It stays a pure function of the sequence number.
/// Not thread-safe: each lane opens its own.
/// </summary>
/// <param name="inner">The records in order. This object owns and disposes it. Its first records are the old period.</param>
/// <param name="old">Which records are old.</param>
/// <param name="gap">Microseconds by which to move the old period back.</param>
/// <param name="records">Most records that the source sends. The old records among them come first in the inner source.</param>
internal sealed class BackfilledSource(IRecordSource inner, OldBatches old, long gap, long records) : IRecordSource
{
    private readonly long _newPeriod = old.Before(records);
    private RecordBatch? _part;

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        if (count <= old.RestAt(firstSequence))
        {
            FillPeriod(batch, firstSequence, count);
            batch.Reset(batch.Source, firstSequence, count);
            return;
        }

        // Lanes fill one batch at a time. Only audits and other readers ask for records of several batches at once.
        var part = _part is not null && _part.Capacity >= count ? _part : _part = new RecordBatch(batch.Schema, count);
        for (int done = 0; done < count;)
        {
            int size = (int)Math.Min(count - done, old.RestAt(firstSequence + done));
            FillPeriod(part, firstSequence + done, size);
            batch.Reset(part.Source, firstSequence, count);
            Copy(part, batch, done);
            done += size;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => inner.Dispose();

    private void FillPeriod(RecordBatch batch, long sequence, int count)
    {
        if (!old.IsOld(sequence))
        {
            inner.Fill(batch, _newPeriod + sequence - old.Before(sequence), count);
            return;
        }

        inner.Fill(batch, old.Before(sequence), count);
        foreach (ref long timestamp in batch.Timestamps.AsSpan(0, count))
        {
            timestamp -= gap;
        }
    }

    private static void Copy(RecordBatch part, RecordBatch batch, int row)
    {
        part.Timestamps.AsSpan(0, part.Count).CopyTo(batch.Timestamps.AsSpan(row));
        part.Qualities.AsSpan(0, part.Count).CopyTo(batch.Qualities.AsSpan(row));
        for (int column = 0; column < batch.Schema.ValueCount; column++)
        {
            part.Column(column).CopyTo(batch.Column(column)[row..]);
        }
    }
}
