using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// Encodes a batch as the binary COPY stream of <see cref="PostgresTable.CopyIn"/>, straight from its columns into the buffer to
/// send. Each <see cref="PostgresWriter"/> owns one and uses it for every batch on the timed path: it allocates nothing. The
/// caller must refuse timestamps before <see cref="EarliestTimestamp"/> first.
/// </summary>
/// <remarks>
/// PostgreSQL documentation, COPY, "Binary Format": signature, flags and extension length (19 bytes), then per row a 16-bit field
/// count and per field a 32-bit length and the field, big-endian. A field count of -1 ends the stream. A missing value (NaN) is
/// NULL: a length of -1 without a field. A series is an int4. <see cref="CopyDecoder"/> reads the same format.
/// </remarks>
internal sealed class CopyEncoder
{
    /// <summary>Microseconds from 1970-01-01 to 2000-01-01, the epoch of timestamptz.</summary>
    public const long EpochMicroseconds = 946_684_800_000_000;

    /// <summary>The earliest timestamptz, 4714-11-24 BC, in microseconds since 1970. The latest lies beyond 64 bits.</summary>
    public const long EarliestTimestamp = -211_813_488_000_000_000 + EpochMicroseconds;

    private const long LatestStored = long.MaxValue - EpochMicroseconds;

    private const int FixedBytes = 2 + 12 + 12 + 8 + 8;

    private readonly int _rowBytes;
    private readonly short _fields;

    /// <summary>Creates an encoder for records with <paramref name="valueCount"/> values.</summary>
    public CopyEncoder(int valueCount)
    {
        _rowBytes = RowBytes(valueCount);
        _fields = BinaryPrimitives.ReverseEndianness((short)(4 + valueCount));
    }

    private static ReadOnlySpan<byte> Signature =>
    [
        (byte)'P', (byte)'G', (byte)'C', (byte)'O', (byte)'P', (byte)'Y', (byte)'\n', 0xff, (byte)'\r', (byte)'\n', 0,
        0, 0, 0, 0, // flags
        0, 0, 0, 0, // length of the header extension
    ];

    /// <summary>Converts a stored timestamptz, in microseconds since 2000, to microseconds since 1970.</summary>
    /// <exception cref="PgRowException">The timestamp is infinite, or so late that 64 bits do not hold it.</exception>
    public static long TimestampOf(long stored) => stored is long.MinValue or > LatestStored
        ? throw new PgRowException("A stored row has an infinite timestamp, or one after the year 294,246.")
        : stored + EpochMicroseconds;

    /// <summary>Upper bound for a row with <paramref name="valueCount"/> values, in bytes.</summary>
    public static int RowBytes(int valueCount) => FixedBytes + (12 * valueCount);

    /// <summary>Encodes the whole stream of a batch, from signature to trailer.</summary>
    public void WriteTo(RecordBatch batch, IBufferWriter<byte> output)
    {
        Signature.CopyTo(output.GetSpan(Signature.Length));
        output.Advance(Signature.Length);
        for (int row = 0; row < batch.Count;)
        {
            var room = output.GetSpan(_rowBytes);
            int rows = Math.Min(batch.Count - row, room.Length / _rowBytes);
            output.Advance(Encode(batch, row, rows, room));
            row += rows;
        }

        BinaryPrimitives.WriteInt16BigEndian(output.GetSpan(2), -1);
        output.Advance(2);
    }

    private int Encode(RecordBatch batch, int firstRow, int rows, Span<byte> room)
    {
        // The caller made sure that `rows` rows of maximum size fit.
        ref byte start = ref MemoryMarshal.GetReference(room);
        ref byte to = ref start;
        ref double values = ref MemoryMarshal.GetArrayDataReference(batch.Values);
        nint stride = batch.Capacity;
        int columns = batch.Schema.MeasuredCount;
        bool hasSeries = batch.Schema.HasSeries;
        int source = BinaryPrimitives.ReverseEndianness(batch.Source);
        long[] timestamps = batch.Timestamps;
        uint[] qualities = batch.Qualities;
        int length8 = BinaryPrimitives.ReverseEndianness(8);
        int length4 = BinaryPrimitives.ReverseEndianness(4);

        for (int row = firstRow; row < firstRow + rows; row++)
        {
            Unsafe.WriteUnaligned(ref to, _fields);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 2), length8);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 6), BinaryPrimitives.ReverseEndianness(batch.FirstSequence + row));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 14), length8);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 18),
                BinaryPrimitives.ReverseEndianness(timestamps[row] - EpochMicroseconds));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 26), length4);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 30), source);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 34), length4);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 38), BinaryPrimitives.ReverseEndianness(qualities[row]));
            to = ref Unsafe.Add(ref to, FixedBytes);

            ref double value = ref Unsafe.Add(ref values, row);
            for (int column = 0; column < columns; column++)
            {
                if (double.IsNaN(value))
                {
                    Unsafe.WriteUnaligned(ref to, -1);
                    to = ref Unsafe.Add(ref to, 4);
                }
                else
                {
                    Unsafe.WriteUnaligned(ref to, length8);
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 4),
                        BinaryPrimitives.ReverseEndianness(BitConverter.DoubleToUInt64Bits(value)));
                    to = ref Unsafe.Add(ref to, 12);
                }

                value = ref Unsafe.Add(ref value, stride);
            }

            if (hasSeries)
            {
                Unsafe.WriteUnaligned(ref to, length4);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 4), BinaryPrimitives.ReverseEndianness((int)value));
                to = ref Unsafe.Add(ref to, 8);
            }
        }

        return (int)Unsafe.ByteOffset(ref start, ref to);
    }
}
