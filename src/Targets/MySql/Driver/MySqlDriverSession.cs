using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A connection of the driver with the way by which it stores batches. It holds a lock of the server, which tells whether a lost
/// session is still there: see <see cref="MySqlSession"/>.
/// </summary>
internal sealed class MySqlDriverSession : IDisposable
{
    private readonly MySqlConnection _connection;
    private readonly IDriverWay _way;
    private readonly bool _isAsync;

    private MySqlDriverSession(MySqlConnection connection, string name, IDriverWay way, bool isAsync) =>
        (_connection, Name, _way, _isAsync) = (connection, name, way, isAsync);

    /// <summary>The name of its lock.</summary>
    public string Name { get; }

    /// <summary>The connection.</summary>
    internal MySqlConnection Connection => _connection;

    /// <summary>Opens one.</summary>
    /// <param name="connections">Makes the connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="endpoint">The way, and whether to call the driver asynchronously.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public static MySqlDriverSession Open(DriverConnections connections, MySqlTable table, MySqlEndpoint endpoint)
    {
        var connection = connections.Make();
        try
        {
            connection.Open();
            string name = MySqlSession.NewName();
            Execute(connection, MySqlServer.Begin);
            Execute(connection, MySqlSession.Lock(name));
            IDriverWay way = endpoint.DriverWay == "prepared"
                ? new DriverInserts(connection, table, endpoint.DriverRows)
                : new DriverBulkCopy(connection, table, connections.Timeout);
            return new(connection, name, way, endpoint.DriverIsAsync);
        }
        catch (Exception error) when (MySqlDriverErrors.IsOfDriver(error) || error is NotSupportedException)
        {
            connection.Dispose();
            throw MySqlDriverErrors.Translate(error);
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Stores a batch as one transaction.</summary>
    /// <param name="batch">The batch.</param>
    /// <returns>What the server did otherwise than asked; null for nothing.</returns>
    public string? Write(RecordBatch batch) => _isAsync ? _way.WriteAsync(batch).GetAwaiter().GetResult() : _way.Write(batch);

    public void Dispose()
    {
        _connection.Dispose();
        _way.Dispose();
    }

    private static void Execute(MySqlConnection connection, string sql)
    {
        using var command = new MySqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
