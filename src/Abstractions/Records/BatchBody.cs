using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace DbIngest.Abstractions.Records;

/// <summary>
/// The binary body of a batch of the REST service, which <c>docs/reference/service.md</c> specifies: a header of
/// <see cref="HeaderBytes"/>, then timestamps, qualities and each value's column, little-endian. <c>RecordRoutes</c> of the
/// service decodes it for each request, and <c>ServiceWriter</c> encodes it on the timed path. Both allocate nothing. Other
/// programs send this format, so a change needs a new <see cref="Version"/>.
/// </summary>
public static class BatchBody
{
    /// <summary>The media type of the body.</summary>
    public const string ContentType = "application/vnd.dbingest.batch";

    /// <summary>Bytes of the header.</summary>
    public const int HeaderBytes = 24;

    /// <summary>The version of the layout.</summary>
    public const int Version = 1;

    private const uint Magic = 0x4249_4244;
    private const ulong Exponent = 0x7ff0_0000_0000_0000;
    private const ulong Sign = 0x8000_0000_0000_0000;

    /// <summary>Bytes of the body of a batch.</summary>
    /// <param name="count">Records, at most <see cref="RecordBatch.MaxCapacity"/>.</param>
    /// <param name="values">Values of a record, at most <see cref="RecordSchema.MaxValues"/>.</param>
    public static long SizeOf(int count, int values) =>
        HeaderBytes + ((long)count * (sizeof(long) + sizeof(uint) + (sizeof(double) * (long)values)));

    /// <summary>Writes a batch.</summary>
    /// <param name="batch">The batch, whose <see cref="RecordBatch.Count"/> is at least 1.</param>
    /// <param name="body">Receives the body, at least <see cref="SizeOf"/> bytes.</param>
    /// <returns>Bytes written.</returns>
    /// <exception cref="ArgumentException">The span is too short.</exception>
    public static int Encode(RecordBatch batch, Span<byte> body)
    {
        int columns = batch.Schema.ValueCount;
        int size = checked((int)SizeOf(batch.Count, columns));
        body = body[..size];
        BinaryPrimitives.WriteUInt32LittleEndian(body, Magic);
        BinaryPrimitives.WriteUInt16LittleEndian(body[4..], Version);
        BinaryPrimitives.WriteUInt16LittleEndian(body[6..], (ushort)columns);
        BinaryPrimitives.WriteInt32LittleEndian(body[8..], batch.Source);
        BinaryPrimitives.WriteInt32LittleEndian(body[12..], batch.Count);
        BinaryPrimitives.WriteInt64LittleEndian(body[16..], batch.FirstSequence);
        var rest = Write(body[HeaderBytes..], MemoryMarshal.AsBytes(batch.Timestamps.AsSpan(0, batch.Count)), sizeof(long));
        rest = Write(rest, MemoryMarshal.AsBytes(batch.Qualities.AsSpan(0, batch.Count)), sizeof(uint));
        for (int column = 0; column < columns; column++)
        {
            rest = Write(rest, MemoryMarshal.AsBytes(batch.Column(column)), sizeof(double));
        }

        return size;
    }

    /// <summary>Reads and checks a header. The body behind it may not have arrived yet.</summary>
    /// <param name="header">At least <see cref="HeaderBytes"/>.</param>
    /// <exception cref="BatchBodyException">A field is wrong.</exception>
    public static BatchHeader HeaderOf(ReadOnlySpan<byte> header)
    {
        if (header.Length < HeaderBytes)
        {
            throw new BatchBodyException("header", $"the body has {header.Length} bytes, and its header alone has {HeaderBytes}");
        }

        if (BinaryPrimitives.ReadUInt32LittleEndian(header) != Magic)
        {
            throw new BatchBodyException("magic", "the body does not begin with the letters DBIB");
        }

        int version = BinaryPrimitives.ReadUInt16LittleEndian(header[4..]);
        if (version != Version)
        {
            throw new BatchBodyException("version", $"the layout has version {version}, and only version {Version} is known");
        }

        var read = new BatchHeader(
            BinaryPrimitives.ReadInt32LittleEndian(header[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(header[16..]),
            BinaryPrimitives.ReadInt32LittleEndian(header[12..]),
            BinaryPrimitives.ReadUInt16LittleEndian(header[6..]));
        return read switch
        {
            { Source: < 0 } => throw new BatchBodyException("source", $"{read.Source} is negative"),
            { Count: < 1 or > RecordBatch.MaxCapacity } =>
                throw new BatchBodyException("count", $"a batch has 1 to {RecordBatch.MaxCapacity} records, not {read.Count}"),
            { FirstSequence: < 0 } => throw new BatchBodyException("first_sequence", $"{read.FirstSequence} is negative"),
            { FirstSequence: > long.MaxValue - RecordBatch.MaxCapacity } =>
                throw new BatchBodyException("first_sequence", $"{read.FirstSequence} leaves no room for the records"),
            _ => read,
        };
    }

    /// <summary>Reads a whole body into a batch. Negative zero becomes zero, and every NaN the one of missing values.</summary>
    /// <param name="body">The body, neither shorter nor longer than its header says.</param>
    /// <param name="batch">Receives the records. Its schema must have as many values and its arrays room for all records.</param>
    /// <exception cref="BatchBodyException">
    /// The body has another size or number of values, more records than fit, or an infinite value.
    /// </exception>
    public static void Decode(ReadOnlySpan<byte> body, RecordBatch batch)
    {
        var header = HeaderOf(body);
        int columns = batch.Schema.ValueCount;
        if (header.Values != columns)
        {
            throw new BatchBodyException("values", $"a record has {header.Values} values, and the table has {columns}");
        }

        if (header.Count > batch.Capacity)
        {
            throw new BatchBodyException("count", $"{header.Count} records are more than the {batch.Capacity} that are taken");
        }

        long size = SizeOf(header.Count, columns);
        if (body.Length != size)
        {
            throw new BatchBodyException("length", $"the body has {body.Length} bytes, and its header says {size}");
        }

        batch.Reset(header.Source, header.FirstSequence, header.Count);
        var rest = Read(body[HeaderBytes..], MemoryMarshal.AsBytes(batch.Timestamps.AsSpan(0, header.Count)), sizeof(long));
        rest = Read(rest, MemoryMarshal.AsBytes(batch.Qualities.AsSpan(0, header.Count)), sizeof(uint));
        for (int column = 0; column < columns; column++)
        {
            var values = batch.Column(column);
            rest = Read(rest, MemoryMarshal.AsBytes(values), sizeof(double));
            Normalize(values, batch.Schema.Values[column].Name);
        }
    }

    /// <summary>Brings values into the form that batches have: one NaN, no negative zero, no infinity.</summary>
    private static void Normalize(Span<double> values, string name)
    {
        for (int row = 0; row < values.Length; row++)
        {
            ulong bits = BitConverter.DoubleToUInt64Bits(values[row]);
            if (bits == Sign)
            {
                values[row] = 0;
            }
            else if ((bits & Exponent) == Exponent)
            {
                values[row] = double.IsNaN(values[row])
                    ? double.NaN
                    : throw new BatchBodyException(name, $"record {row} of the batch has an infinite value");
            }
        }
    }

    private static Span<byte> Write(Span<byte> to, ReadOnlySpan<byte> column, int width)
    {
        column.CopyTo(to);
        Swap(to[..column.Length], width);
        return to[column.Length..];
    }

    private static ReadOnlySpan<byte> Read(ReadOnlySpan<byte> from, Span<byte> column, int width)
    {
        from[..column.Length].CopyTo(column);
        Swap(column, width);
        return from[column.Length..];
    }

    /// <summary>Reverses the bytes of each number on a big-endian machine. Does nothing on a little-endian machine.</summary>
    private static void Swap(Span<byte> numbers, int width)
    {
        for (int at = 0; !BitConverter.IsLittleEndian && at < numbers.Length; at += width)
        {
            numbers.Slice(at, width).Reverse();
        }
    }
}
