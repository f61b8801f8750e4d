using System.Runtime.InteropServices;
using DbIngest.Core.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>Copies what a reader gives into a stream of blocks; memory is bounded by one block.</summary>
internal sealed class SpoolWriter
{
    private readonly BlockLayout _layout;
    private readonly RecordBatch _batch;
    private readonly Stream _target;
    private readonly string _name;
    private readonly int[] _directory;
    private readonly byte[] _coded;
    private readonly List<long> _blocks = [];
    private long _bytes;

    private SpoolWriter(RecordSchema schema, Stream target, string name)
    {
        _layout = new BlockLayout(schema.ValueCount);
        _batch = new RecordBatch(schema, _layout.Rows);
        _target = target;
        _name = name;
        _directory = new int[_layout.Timestamps / sizeof(int)];
        _coded = new byte[_layout.Rows * sizeof(double)];
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
        var writer = new SpoolWriter(reader.Schema, target, name);
        var profile = new RecordingProfile(reader.Schema.ValueCount);
        var batch = writer._batch;
        while (profile.Rows < maxRows && reader.Read(batch) is var count and > 0)
        {
            if (count > maxRows - profile.Rows)
            {
                batch.Reset(0, profile.Rows, (int)(maxRows - profile.Rows));
            }

            profile.Add(batch);
            writer.Write();
        }

        return profile.Rows > 0 ? (profile, [.. writer._blocks]) : throw new InputException($"{name}: there are no records in it.");
    }

    private void Write()
    {
        _blocks.Add(_bytes);
        int place = _layout.Columns;
        int values = _batch.Schema.ValueCount;
        for (int column = 0; column < values; column++)
        {
            int coding = ColumnCoding.Choose(_batch.Column(column));
            _directory[column] = place | coding;
            place += ColumnCoding.Bytes(coding, _layout.Rows);
        }

        bool sameQuality = _batch.Qualities.AsSpan(0, _batch.Count).IndexOfAnyExcept(_batch.Qualities[0]) < 0;
        _directory[values] = place | (sameQuality ? ColumnCoding.Same : ColumnCoding.Plain);
        try
        {
            Put(MemoryMarshal.AsBytes<int>(_directory));
            Put(MemoryMarshal.AsBytes<long>(_batch.Timestamps));
            Columns(values);

            // Eight bytes at least, so that the next block begins on a multiple of eight.
            Put(MemoryMarshal.AsBytes<uint>(_batch.Qualities.AsSpan(0, sameQuality ? 2 : _layout.Rows)));
            _target.Flush();
        }
        catch (IOException e)
        {
            throw new InputException(
                $"{_name}: its temporary copy could not be written after {_bytes} bytes: {e.Message} Choose a work folder with more room.", e);
        }
    }

    /// <summary>Plain columns beside each other lie in the batch as they lie in the block.</summary>
    private void Columns(int values)
    {
        for (int column = 0; column < values;)
        {
            int coding = ColumnCoding.Of(_directory[column]);
            if (coding == ColumnCoding.Plain)
            {
                int first = column;
                while (column < values && ColumnCoding.Of(_directory[column]) == ColumnCoding.Plain)
                {
                    column++;
                }

                Put(MemoryMarshal.AsBytes<double>(_batch.Values.AsSpan(first * _layout.Rows, (column - first) * _layout.Rows)));
                continue;
            }

            var coded = _coded.AsSpan(0, ColumnCoding.Bytes(coding, _layout.Rows));
            if (coding == ColumnCoding.Same)
            {
                MemoryMarshal.Write(coded, _batch.Column(column)[0]);
            }
            else
            {
                coded.Clear();
                ColumnCoding.WriteBits(_batch.Column(column), coded);
            }

            Put(coded);
            column++;
        }
    }

    private void Put(ReadOnlySpan<byte> bytes)
    {
        _target.Write(bytes);
        _bytes += bytes.Length;
    }
}
