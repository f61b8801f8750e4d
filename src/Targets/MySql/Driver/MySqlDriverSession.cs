using DbIngest.Abstractions.Records;
using DbIngest.Wire;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A connection of the driver with its write method. <see cref="MySqlDriverWriter"/> opens one, and another after a loss. It must
/// take its lock at the server before the first batch, so that recovery can wait for the end of a lost session. One thread at a
/// time uses it.
/// </summary>
internal sealed class MySqlDriverSession : IMySqlSession
{
    private readonly MySqlConnection _connection;
    private readonly IDriverWay _way;
    private readonly bool _isAsync;
    private MySqlDriverKeyed? _keyed;

    private MySqlDriverSession(MySqlConnection connection, string name, IDriverWay way, bool isAsync) =>
        (_connection, Name, _way, _isAsync) = (connection, name, way, isAsync);

    /// <inheritdoc/>
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
            Execute(connection, MySqlSessions.Begin);
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

    /// <inheritdoc/>
    public string? Write(RecordBatch batch, bool isInTransaction = false) => _isAsync && !isInTransaction
        ? _way.WriteAsync(batch).GetAwaiter().GetResult() : _way.Write(batch, isInTransaction);

    /// <inheritdoc/>
    public int Execute(string sql) => Execute(_connection, sql);

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    public void Close() => Dispose();

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
