using System.Buffers.Binary;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Decodes the binary COPY stream of <see cref="PostgresTable.CopyOut"/> and hands each row to the audit.
/// <see cref="PostgresAudit"/> creates one per statement, on the thread that reads. A row with other fields than expected must
/// fail the audit.
/// </summary>
/// <param name="stream">The stream, from its first byte.</param>
/// <param name="valueCount">Values per record.</param>
internal sealed class CopyDecoder(Stream stream, int valueCount)
{
    private const int HeaderBytes = 19;
    private readonly byte[] _buffer = new byte[Math.Max(256 * 1024, 2 * CopyEncoder.RowBytes(valueCount))];
    private readonly double[] _values = new double[valueCount];
    private readonly int _rowBytes = CopyEncoder.RowBytes(valueCount);
    private int _start;
    private int _end;

    /// <summary>Reads all rows.</summary>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="TargetException">The stream does not have the table's columns.</exception>
    public void ReadAll(StoredPartition audit, CancellationToken cancellation)
    {
        Fill(cancellation);
        if (_end < HeaderBytes || !_buffer.AsSpan().StartsWith("PGCOPY\n"u8))
        {
            throw new TargetException("PostgreSQL sent something else than a binary COPY stream.");
        }

        // The header has no defined extension, but may have a length.
        _start = HeaderBytes + BinaryPrimitives.ReadInt32BigEndian(_buffer.AsSpan(HeaderBytes - 4));
        while (true)
        {
            // Decodes while a whole row is certainly buffered, and to the last byte once the stream has ended.
            if (_end - _start < _rowBytes)
            {
                Fill(cancellation);
            }

            short fields = BinaryPrimitives.ReadInt16BigEndian(Take(2));
            if (fields == -1)
            {
                return;
            }

            if (fields != 4 + valueCount)
            {
                throw new TargetException($"A stored row has {fields} fields instead of {4 + valueCount}.");
            }

            Row(audit);
        }
    }

    private void Row(StoredPartition audit)
    {
        long sequence = Field(8);
        long timestamp = Field(8) + CopyEncoder.EpochMicroseconds;
        int source = (int)Field(4);
        uint quality = (uint)Field(4);
        for (int i = 0; i < _values.Length; i++)
        {
            int length = Int32();
            if (length == 8)
            {
                _values[i] = BitConverter.Int64BitsToDouble(Int64());
            }
            else if (length == -1)
            {
                _values[i] = double.NaN;
            }
            else
            {
                throw new TargetException($"A stored value has {length} bytes instead of 8.");
            }
        }

        audit.Add(source, sequence, timestamp, quality, _values);
    }

    private long Field(int expected)
    {
        int length = Int32();
        if (length != expected)
        {
            throw new TargetException(length == -1 ? PgRowException.OfNull.Message
                : $"A stored field has {length} bytes instead of {expected}.");
        }

        return expected == 8 ? Int64() : Int32();
    }

    private int Int32() => BinaryPrimitives.ReadInt32BigEndian(Take(4));

    private long Int64() => BinaryPrimitives.ReadInt64BigEndian(Take(8));

    private ReadOnlySpan<byte> Take(int bytes)
    {
        if (_end - _start < bytes)
        {
            throw new TargetException("PostgreSQL's COPY stream ended before its end mark.");
        }

        _start += bytes;
        return _buffer.AsSpan(_start - bytes, bytes);
    }

    // Moves the rest to the front of the buffer and fills up from the stream.
    private void Fill(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        _end -= _start;
        _start = 0;
        while (_end < _buffer.Length)
        {
            int read = stream.Read(_buffer, _end, _buffer.Length - _end);
            if (read == 0)
            {
                return;
            }

            _end += read;
        }
    }
}
