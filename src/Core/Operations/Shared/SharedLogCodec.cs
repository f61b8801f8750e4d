using System.Text;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Encodes the logs of shared records in few bytes, since they travel from each source process to its parent: about 12 bytes for
/// each write, 15 for each operation. <see cref="SharedLog"/> encodes, and <see cref="SharedVerdict"/> decodes. No result file
/// contains the format, and both processes run the same program, so it may change.
/// </summary>
internal static class SharedLogCodec
{
    /// <summary>Encodes last writes.</summary>
    /// <param name="writes">The writes, by record.</param>
    public static byte[] Encode(IReadOnlyCollection<LastWrite> writes) => Write(writer =>
    {
        long record = 0;
        foreach (var write in writes)
        {
            writer.Write7BitEncodedInt64(write.Record - record);
            writer.Write7BitEncodedInt(write.Version);
            Write(writer, write.Start);
            Write(writer, write.End);
            record = write.Record;
        }
    });

    /// <summary>Encodes operations on watched records.</summary>
    public static byte[] Encode(IReadOnlyCollection<WatchedOperation> operations) => Write(writer =>
    {
        foreach (var operation in operations)
        {
            writer.Write7BitEncodedInt(operation.Number);
            writer.Write7BitEncodedInt(operation.Version);
            writer.Write((byte)((operation.IsWrite ? 1 : 0) | (operation.IsRepeated ? 2 : 0)));
            Write(writer, operation.Start);
            Write(writer, operation.End);
        }
    });

    /// <summary>Encodes increments.</summary>
    /// <param name="increments">The increments, by record.</param>
    public static byte[] Encode(IReadOnlyCollection<RecordIncrements> increments) => Write(writer =>
    {
        long record = 0;
        foreach (var increment in increments)
        {
            writer.Write7BitEncodedInt64(increment.Record - record);
            writer.Write7BitEncodedInt64(increment.Acknowledged);
            writer.Write7BitEncodedInt64(increment.InDoubt);
            record = increment.Record;
        }
    });

    /// <summary>Decodes last writes.</summary>
    public static List<LastWrite> Writes(byte[] bytes)
    {
        long record = 0;
        return Read(bytes, reader =>
        {
            record += reader.Read7BitEncodedInt64();
            return new LastWrite(record, reader.Read7BitEncodedInt(), Time(reader), Time(reader));
        });
    }

    /// <summary>Decodes operations on watched records.</summary>
    public static List<WatchedOperation> Operations(byte[] bytes) => Read(bytes, static reader =>
    {
        int number = reader.Read7BitEncodedInt();
        int version = reader.Read7BitEncodedInt();
        int flags = reader.ReadByte();
        return new WatchedOperation(number, (flags & 1) != 0, version, Time(reader), Time(reader), (flags & 2) != 0);
    });

    /// <summary>Decodes increments.</summary>
    public static List<RecordIncrements> IncrementsOf(byte[] bytes)
    {
        long record = 0;
        return Read(bytes, reader =>
        {
            record += reader.Read7BitEncodedInt64();
            return new RecordIncrements(record, reader.Read7BitEncodedInt64(), reader.Read7BitEncodedInt64());
        });
    }

    private static byte[] Write(Action<BinaryWriter> write)
    {
        using var stream = new MemoryStream();
        using (var writer = new BinaryWriter(stream, Encoding.UTF8, leaveOpen: true))
        {
            write(writer);
        }

        return stream.ToArray();
    }

    private static List<T> Read<T>(byte[] bytes, Func<BinaryReader, T> read)
    {
        using var reader = new BinaryReader(new MemoryStream(bytes, writable: false));
        var items = new List<T>();
        while (reader.BaseStream.Position < bytes.Length)
        {
            items.Add(read(reader));
        }

        return items;
    }

    /// <summary>Zigzag, so that a moment shortly before the start is as short as one after it.</summary>
    private static void Write(BinaryWriter writer, long time) => writer.Write7BitEncodedInt64((time << 1) ^ (time >> 63));

    private static long Time(BinaryReader reader)
    {
        long zigzag = reader.Read7BitEncodedInt64();
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }
}
