using System.Buffers.Binary;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>A row as <see cref="CassandraTable.Scan"/> and its like answer it, but for its values.</summary>
internal readonly record struct StoredRow(int Source, long Sequence, long Timestamp, uint Quality)
{
    /// <summary>Takes the next row.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="values">Receives its values; NaN where there is none.</param>
    public static StoredRow Take(ref CqlReader rows, double[] values)
    {
        int source = (int)Number(ref rows);
        long sequence = Number(ref rows);
        long timestamp = Number(ref rows);
        uint quality = (uint)Number(ref rows);
        for (int i = 0; i < values.Length; i++)
        {
            var bytes = rows.Bytes(out bool isNull);
            values[i] = isNull ? double.NaN : BinaryPrimitives.ReadDoubleBigEndian(bytes);
        }

        return new StoredRow(source, sequence, timestamp, quality);
    }

    /// <summary>An int or a bigint. One that is null is not what was sent: as zero, it fails the checksum.</summary>
    private static long Number(ref CqlReader rows)
    {
        var bytes = rows.Bytes(out _);
        return bytes.Length switch
        {
            8 => BinaryPrimitives.ReadInt64BigEndian(bytes),
            4 => BinaryPrimitives.ReadInt32BigEndian(bytes),
            _ => 0,
        };
    }
}
