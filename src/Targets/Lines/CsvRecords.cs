using DbIngest.Abstractions.Operations;
using DbIngest.Targets.Http;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Lines;

/// <summary>
/// Reads ranges of records of one source from a server that answers a query with CSV. <see cref="LineProtocolWriter"/> calls it
/// for the reads of a mix, on the timed path, so it allocates nothing per record. Not thread-safe.
/// </summary>
/// <param name="session">The writer's connection.</param>
/// <param name="make">
/// Makes the request template for a connection, and says whether it lasts as long as the connection. Called again for each new
/// connection, and for each read if it does not last. The template's numbers are the source, the first sequence number and the
/// sequence number after the last.
/// </param>
/// <param name="take">Decodes the record of a row. Ignores a row that names the columns.</param>
/// <param name="valueCount">Values of a record.</param>
/// <param name="hasHeader">True if the first row always names the columns. It is not passed to <paramref name="take"/>.</param>
internal sealed class CsvRecords(HttpSession session, Func<HttpConnection, (HttpTemplate Request, bool IsLasting)> make,
    CsvRecords.Taking take, int valueCount, bool hasHeader)
{
    private const int BufferBytes = 16 * 1024;

    private readonly double[] _values = new double[valueCount];
    private CsvRows? _rows;
    private HttpConnection? _connection;
    private HttpTemplate? _request;
    private bool _isLasting;

    /// <summary>Decodes the record of a row. Ignores a row that names the columns.</summary>
    /// <param name="rows">The reader, which stands at the row.</param>
    /// <param name="source">The requested source.</param>
    /// <param name="values">Buffer for the values of one record.</param>
    /// <param name="found">Receives the record.</param>
    public delegate void Taking(CsvRows rows, int source, double[] values, IRecordReceiver found);

    /// <summary>Reads a range of sequence numbers.</summary>
    /// <exception cref="WireException">The server refuses, or the connection is lost.</exception>
    public void Read(int source, long first, int count, IRecordReceiver found)
    {
        var connection = session.Connection();
        if (connection != _connection || !_isLasting)
        {
            (_request, _isLasting) = make(connection);
            _connection = connection;
        }

        _rows ??= new CsvRows(room => _connection!.Read(room), BufferBytes);
        _rows.Reset();
        connection.Query(_request!, source, first, first + count);
        bool isRecord = !hasHeader;
        for (; _rows.Next(); isRecord = true)
        {
            if (isRecord)
            {
                take(_rows, source, _values, found);
            }
        }
    }
}
