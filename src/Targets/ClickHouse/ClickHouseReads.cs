using DbIngest.Abstractions.Operations;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.ClickHouse;

/// <summary>
/// Reads ranges of records of one source by the table's order. <see cref="ClickHouseReadingWriter"/> calls it for the reads of a
/// mix on the timed path: it allocates nothing per record. A row must have a fixed width, by which the reader finds its end. Not
/// thread-safe.
/// </summary>
/// <param name="session">The connection.</param>
/// <param name="server">Supplies the database.</param>
/// <param name="table">The table.</param>
internal sealed class ClickHouseReads(HttpSession session, ClickHouseServer server, ClickHouseTable table)
{
    // At least two rows long: the received part of an incomplete row is moved to the front.
    private readonly byte[] _bytes = new byte[Math.Max(16 * 1024, 2 * RowBinary.WidthOf(table.Table.Schema))];
    private readonly double[] _values = new double[table.Table.Schema.ValueCount];
    private HttpConnection? _connection;
    private HttpTemplate? _request;

    /// <summary>Reads a range of sequence numbers.</summary>
    /// <exception cref="WireException">The server refuses, or the connection is lost.</exception>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var connection = session.Connection();
        if (connection != _connection)
        {
            string sql = table.SelectRange(HttpTemplate.Number(0), HttpTemplate.Number(1), HttpTemplate.Number(2));
            _request = HttpTemplate.Make(HttpRequest.Target("/", ("database", server.Database), ("query", sql)), numbers: 3,
                connection);
            _connection = connection;
        }

        connection.Query(_request!, source, first, first + count);
        int width = RowBinary.WidthOf(table.Table.Schema);
        int length = 0;
        for (int read = connection.Read(_bytes); read > 0; read = connection.Read(_bytes.AsSpan(length)))
        {
            length += read;
            int start = 0;
            for (; length - start >= width; start += width)
            {
                Add(new WireReader(_bytes.AsSpan(start, width)), found);
            }

            _bytes.AsSpan(start, length - start).CopyTo(_bytes);
            length -= start;
        }

        if (length > 0)
        {
            throw new WireProtocolException("The server's rows end in the middle of one.");
        }
    }

    private void Add(WireReader row, IRecordReceiver found)
    {
        var (source, sequence, timestamp, quality) =
            (row.Int32Little(), row.Int64Little(), row.Int64Little(), (uint)row.Int32Little());
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = RowBinary.ValueOf(row.DoubleLittle());
        }

        found.Add(source, sequence, timestamp, quality, _values);
    }
}
