using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by an <c>INSERT</c> of many rows as text. A batch that exceeds one statement becomes several in a transaction.
/// <see cref="BatchWays"/> creates one per session for <c>way=insert</c>, and <see cref="MySqlSession"/> calls it on the timed
/// path: it allocates nothing per record.
/// </summary>
internal sealed class InsertWay(MySqlConnection connection, MySqlTable table, int maxRows) : StatementWay(connection, maxRows)
{
    private readonly MySqlRequest _statement = new(64 * 1024);
    private readonly RowText _encoder = RowText.OfStatement(table.Schema.ValueCount);
    private readonly byte[] _head = System.Text.Encoding.UTF8.GetBytes(table.Insert);

    protected override long WriteRows(RecordBatch batch, int firstRow, int rows)
    {
        MySqlConnection.Begin(_statement).Bytes(_head);
        _encoder.WriteTo(batch, firstRow, rows, _statement);
        return Connection.Execute(_statement).Rows;
    }
}
