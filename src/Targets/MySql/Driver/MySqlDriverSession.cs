using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A connection of the driver with its write method. It holds a server lock that tells whether a lost session still exists (see
/// <see cref="MySqlSession"/>). <see cref="MySqlDriverWriter"/> opens one, and another after a loss. One thread uses it.
/// </summary>
internal sealed class MySqlDriverSession : IDisposable
{
    private readonly MySqlConnection _connection;
    private readonly IDriverWay _way;
    private readonly bool _isAsync;
    private MySqlDriverKeyed? _keyed;

    private MySqlDriverSession(MySqlConnection connection, string name, IDriverWay way, bool isAsync) =>
        (_connection, Name, _way, _isAsync) = (connection, name, way, isAsync);

    /// <summary>Name of the session's lock at the server.</summary>
    public string Name { get; }

    /// <summary>The driver's connection.</summary>
    internal MySqlConnection Connection => _connection;

    /// <summary>Connects, takes the lock and prepares the write method.</summary>
    /// <param name="connections">Creates the connection.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">Names the write method, and whether calls are asynchronous.</param>
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
    /// <param name="isInTransaction">True within a transaction of the caller, who commits.</param>
    /// <returns>Null. If the server did anything but store the batch unchanged, a sentence that says what.</returns>
    public string? Write(RecordBatch batch, bool isInTransaction = false) => _isAsync && !isInTransaction
        ? _way.WriteAsync(batch).GetAwaiter().GetResult() : _way.Write(batch, isInTransaction);

    /// <summary>Executes a statement and tells how many rows it changed.</summary>
    public int Execute(string sql) => Execute(_connection, sql);

    /// <summary>The first value that a statement returns, as text. Null if there is none.</summary>
    public string? Text(string sql)
    {
        using var command = new MySqlCommand(sql, _connection);
        return command.ExecuteScalar() as string;
    }

    /// <summary>As <see cref="Write"/>, without holding a thread.</summary>
    public Task<string?> WriteAsync(RecordBatch batch) => _way.WriteAsync(batch);

    /// <summary>The commands on single records, prepared at the first use.</summary>
    /// <param name="table">The table and its statements.</param>
    public MySqlDriverKeyed Keyed(MySqlTable table) => _keyed ??= new MySqlDriverKeyed(_connection, table, _isAsync);

    public void Dispose()
    {
        _keyed?.Dispose();
        _connection.Dispose();
        _way.Dispose();
    }

    private static int Execute(MySqlConnection connection, string sql)
    {
        using var command = new MySqlCommand(sql, connection);
        return command.ExecuteNonQuery();
    }
}
