using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// Copies the records of a reader into a stream of blocks. <see cref="SpoolFile.Create"/> calls it once per recording, before
/// anything is timed. Holds a few blocks in memory, whatever the recording's size.
/// </summary>
internal sealed class SpoolWriter
{
    private readonly BlockLayout _layout;
    private readonly RecordBatch _batch;
    private readonly BackgroundBlockWriter _pipe;
    private readonly List<long> _blocks = [];

    private SpoolWriter(RecordSchema schema, Stream target)
    {
        _layout = new BlockLayout(schema.ValueCount);
        _batch = new RecordBatch(schema, _layout.Rows);
        _pipe = new BackgroundBlockWriter(target, _layout.LargestBytes(schema.ValueCount));
    }

    /// <summary>Copies until the reader ends or there are enough rows.</summary>
    /// <param name="maxRows">The most rows to copy.</param>
    /// <param name="target">Receives the blocks.</param>
    /// <param name="name">The input's name, for messages.</param>
    /// <returns>Counts and times of the rows, and the offset of each block.</returns>
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
                // The caller may close the stream after this. An error of reading takes precedence over one of writing.
                writer._pipe.Finish(quietly: !isRead);
            }

            target.Flush();
        }
        catch (IOException e)
        {
            throw new InputException(
                $"{name}: its temporary copy could not be written after {writer._pipe.Bytes} bytes: {e.Message} Choose a work "
                + $"folder with more room.", e);
        }

        return profile.Rows > 0 ? (profile, [.. writer._blocks]) : throw new InputException($"{name}: it has no records.");
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
            int coding = Encode(_batch.Column(column), scales is not null && column < scales.Count ? scales[column]
                : null, block[place..]);
            directory[column] = place | coding;
            place += ColumnCoding.Bytes(coding, _layout.Rows);
        }

        bool sameQuality = _batch.Qualities.AsSpan(0, _batch.Count).IndexOfAnyExcept(_batch.Qualities[0]) < 0;
        directory[values] = place | (sameQuality ? ColumnCoding.Same : ColumnCoding.Plain);

        // At least eight bytes, so that the next block begins at a multiple of eight.
        var qualities = MemoryMarshal.AsBytes<uint>(_batch.Qualities.AsSpan(0, sameQuality ? 2 : _layout.Rows));
        qualities.CopyTo(block[place..]);
        _pipe.Add(place + qualities.Length);
    }

    /// <summary>Writes a column in the shortest coding that keeps every bit, and returns the coding.</summary>
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
