using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Sources.Recording;

/// <summary>
/// One source that replays a recording, or its part of one. <see cref="RecordingWorkload.Open"/> creates it. Lanes call
/// <see cref="Fill"/> for each batch of the timed region, and the audit again afterwards. It gives any record at any time, with
/// the same bits, and allocates nothing. Each lane opens its own object and must dispose it, since an open source keeps the
/// recording mapped. If more records are asked for than its part has, it repeats the part, later by the recording's shift.
/// </summary>
internal sealed unsafe class RecordingSource : IRecordSource
{
    private readonly SpoolFile _spool;
    private readonly RecordingSlice _slice;
    private readonly int _source;
    private readonly long _maxRecords;
    private readonly int _columns;
    private readonly long _shift;
    private byte* _blocks;

    /// <summary>Creates the source.</summary>
    /// <param name="slice">The part that the source replays.</param>
    /// <param name="columns">Values per record.</param>
    /// <param name="maxRecords">The most records that the recording was opened for.</param>
    public RecordingSource(SpoolFile spool, RecordingSlice slice, int source, int columns, long maxRecords)
    {
        _spool = spool;
        _slice = slice;
        _source = source;
        _columns = columns;
        _maxRecords = maxRecords;
        _shift = spool.Profile.Shift;
        _blocks = spool.Acquire();
    }

    /// <inheritdoc/>
    public void Fill(RecordBatch batch, long firstSequence, int count)
    {
        ObjectDisposedException.ThrowIf(_blocks is null, this);
        ArgumentOutOfRangeException.ThrowIfNotEqual(batch.Schema.ValueCount, _columns);
        ArgumentOutOfRangeException.ThrowIfNegative(firstSequence);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(firstSequence, _maxRecords - count);
        batch.Reset(_source, firstSequence, count);
        var layout = _spool.Layout;
        for (int row = 0; row < count;)
        {
            var (repetition, position) = Math.DivRem(firstSequence + row, _slice.Rows);
            position += _slice.FirstRow;
            int start = (int)(position % layout.Rows);
            int rows = (int)Math.Min(Math.Min(layout.Rows - start, count - row), _slice.FirstRow + _slice.Rows - position);
            byte* block = _blocks + _spool.Blocks[(int)(position / layout.Rows)];
            Copy(batch, row, block, start, rows, layout);
            if (repetition > 0)
            {
                Later(batch.Timestamps.AsSpan(row, rows), repetition * _shift);
            }

            row += rows;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_blocks is not null)
        {
            _blocks = null;
            _spool.Release();
        }
    }

    private static void Later(Span<long> timestamps, long micros)
    {
        foreach (ref long timestamp in timestamps)
        {
            timestamp += micros;
        }
    }

    private void Copy(RecordBatch batch, int row, byte* block, int start, int rows, BlockLayout layout)
    {
        int* directory = (int*)block;
        new ReadOnlySpan<long>((long*)(block + layout.Timestamps) + start, rows).CopyTo(batch.Timestamps.AsSpan(row));
        int qualities = directory[_spool.Values];
        if (ColumnCoding.Of(qualities) == ColumnCoding.Same)
        {
            batch.Qualities.AsSpan(row, rows).Fill(*(uint*)(block + ColumnCoding.Place(qualities)));
        }
        else
        {
            new ReadOnlySpan<uint>((uint*)(block + ColumnCoding.Place(qualities)) + start, rows)
                .CopyTo(batch.Qualities.AsSpan(row));
        }

        directory += _slice.FirstColumn;
        for (int column = 0; column < _columns; column++)
        {
            ColumnCoding.Read(block, directory[column], start, batch.Values.AsSpan((column * batch.Capacity) + row, rows));
        }
    }
}
