using System.Buffers.Binary;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// A row that the server returned, without its values. <c>CassandraAudit</c> and <see cref="KeyedStatements"/> decode answers
/// with it, column by column in the order of the SELECT statements of <see cref="CassandraTable"/>. It allocates nothing.
/// </summary>
internal readonly record struct StoredRow(int Source, long Sequence, long Timestamp, uint Quality)
{
    /// <summary>Decodes the next row.</summary>
    /// <param name="rows">The answer.</param>
    /// <param name="values">Receives the values. NaN for missing ones.</param>
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

    /// <summary>Decodes an int or a bigint. NULL becomes 0, which the audit then reports as a wrong record.</summary>
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
