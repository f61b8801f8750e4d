using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>Copies what a reader gives into a stream of blocks; memory is bounded by a few blocks.</summary>
internal sealed class SpoolWriter
{
    private readonly BlockLayout _layout;
    private readonly RecordBatch _batch;
    private readonly BlockPipe _pipe;
    private readonly List<long> _blocks = [];

    private SpoolWriter(RecordSchema schema, Stream target)
    {
        _layout = new BlockLayout(schema.ValueCount);
        _batch = new RecordBatch(schema, _layout.Rows);
        _pipe = new BlockPipe(target, _layout.LargestBytes(schema.ValueCount));
    }

    /// <summary>Copies until the reader ends or there are enough rows.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="maxRows">How many rows are needed at most.</param>
    /// <param name="target">Where the blocks go.</param>
    /// <param name="name">The input's name, for messages.</param>
    /// <returns>What the rows amount to, and where each block begins.</returns>
    /// <exception cref="InputException">The input is malformed or empty, or the disk is full.</exception>
    public static (RecordingProfile Profile, long[] Blocks) Copy(IRecordReader reader, long maxRows, Stream target, string name)
    {
        var writer = new SpoolWriter(reader.Schema, target);
        var profile = new RecordingProfile(reader.Schema.ValueCount);
        var batch = writer._batch;
        try
        {
            bool isRead = false;
            try
            {
                while (profile.Rows < maxRows && reader.Read(batch) is var count and > 0)
                {
                    if (count > maxRows - profile.Rows)
                    {
                        batch.Reset(0, profile.Rows, (int)(maxRows - profile.Rows));
                    }

                    profile.Add(batch);
                    writer.Write(reader.Scales);
                }

                isRead = true;
            }
            finally
            {
                // Whoever gets the stream back may close it. A failure to read is told before one to write.
                writer._pipe.Finish(quietly: !isRead);
            }

            target.Flush();
        }
        catch (IOException e)
        {
            throw new InputException(
                $"{name}: its temporary copy could not be written after {writer._pipe.Bytes} bytes: {e.Message} Choose a work folder with more room.", e);
        }

        return profile.Rows > 0 ? (profile, [.. writer._blocks]) : throw new InputException($"{name}: there are no records in it.");
    }

    private void Write(IReadOnlyList<ColumnScale>? scales)
    {
        _blocks.Add(_pipe.Bytes);
        var block = _pipe.Block;
        var directory = MemoryMarshal.Cast<byte, int>(block[.._layout.Timestamps]);
        int values = _batch.Schema.ValueCount;
        MemoryMarshal.AsBytes<long>(_batch.Timestamps.AsSpan(0, _batch.Count)).CopyTo(block[_layout.Timestamps..]);
        int place = _layout.Columns;
        for (int column = 0; column < values; column++)
        {
            int coding = Encode(_batch.Column(column), scales is not null && column < scales.Count ? scales[column] : null, block[place..]);
            directory[column] = place | coding;
            place += ColumnCoding.Bytes(coding, _layout.Rows);
        }

        bool sameQuality = _batch.Qualities.AsSpan(0, _batch.Count).IndexOfAnyExcept(_batch.Qualities[0]) < 0;
        directory[values] = place | (sameQuality ? ColumnCoding.Same : ColumnCoding.Plain);

        // Eight bytes at least, so that the next block begins on a multiple of eight.
        var qualities = MemoryMarshal.AsBytes<uint>(_batch.Qualities.AsSpan(0, sameQuality ? 2 : _layout.Rows));
        qualities.CopyTo(block[place..]);
        _pipe.Add(place + qualities.Length);
    }

    /// <summary>Writes a column by the shortest coding that keeps every bit of it.</summary>
    private int Encode(ReadOnlySpan<double> column, ColumnScale? scale, Span<byte> target)
    {
        int coding = ColumnCoding.Choose(column);
        if (coding == ColumnCoding.Plain && scale is { } made)
        {
            coding = ColumnCoding.Of(made.Sample);
            if (ScaledCoding.TryWrite(column, made, target[..ColumnCoding.Bytes(coding, _layout.Rows)]))
            {
                return coding;
            }

            coding = ColumnCoding.Plain;
        }

        switch (coding)
        {
            case ColumnCoding.Same:
                MemoryMarshal.Write(target, column[0]);
                break;
            case ColumnCoding.Bits:
                var bits = target[..ColumnCoding.Bytes(coding, _layout.Rows)];
                bits.Clear();
                ColumnCoding.WriteBits(column, bits);
                break;
            default:
                MemoryMarshal.AsBytes(column).CopyTo(target);
                break;
        }

        return coding;
    }
}
