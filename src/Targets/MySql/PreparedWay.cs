using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by a prepared <c>INSERT</c> of many rows with binary values: one statement for the usual number of rows, and
/// another for the rest of a batch. <see cref="BatchWays"/> creates one per session for <c>way=prepared</c>, and
/// <see cref="MySqlSession"/> calls it on the timed path: it allocates nothing per record.
/// </summary>
internal sealed class PreparedWay(MySqlConnection connection, MySqlTable table, int maxRows) : StatementWay(connection, maxRows)
{
    private readonly Dictionary<int, MySqlStatement> _statements = [];

    /// <summary>Upper bound of a row in bytes, including its part of the statement's text.</summary>
    public static int MaxRowBytes(int valueCount) => 4 + 8 + 8 + 4 + (8 * valueCount) + (3 * (4 + valueCount));

    protected override int NextRows(int rows) => PreparedSizes.NextRows(_statements, rows);

    protected override long WriteRows(RecordBatch batch, int firstRow, int rows)
    {
        if (!_statements.TryGetValue(rows, out var statement))
        {
            // Only the first and last batch of a trial get here, since all others have the same size.
            string sql = table.Insert + string.Join(',', Enumerable.Repeat(table.Parameters, rows));
            _statements[rows] = statement = Connection.Prepare(sql, [.. Enumerable.Repeat(table.Types, rows).SelectMany(t => t)]);
        }

        statement.Begin();
        var room = statement.Values.GetSpan(rows * MaxRowBytes(batch.Schema.ValueCount));
        statement.Values.Advance(Encode(batch, firstRow, rows, room, statement.Nulls));
        return statement.Execute().Rows;
    }

    /// <summary>Encodes rows into parameter values.</summary>
    /// <returns>Bytes written.</returns>
    internal static int Encode(RecordBatch batch, int firstRow, int rows, Span<byte> to, Span<byte> nulls)
    {
        double[] values = batch.Values;
        int end = batch.Schema.ValueCount * batch.Capacity;
        int at = 0;
        int parameter = 0;
        for (int row = firstRow; row < firstRow + rows; row++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(to[at..], batch.Source);
            BinaryPrimitives.WriteInt64LittleEndian(to[(at + 4)..], batch.FirstSequence + row);
            BinaryPrimitives.WriteInt64LittleEndian(to[(at + 12)..], batch.Timestamps[row]);
            BinaryPrimitives.WriteUInt32LittleEndian(to[(at + 20)..], batch.Qualities[row]);
            at += 24;
            parameter += 4;
            for (int i = row; i < end; i += batch.Capacity, parameter++)
            {
                if (double.IsNaN(values[i]))
                {
                    nulls[parameter >> 3] |= (byte)(1 << (parameter & 7));
                }
                else
                {
                    BinaryPrimitives.WriteDoubleLittleEndian(to[at..], values[i]);
                    at += 8;
                }
            }
        }

        return at;
    }
}
