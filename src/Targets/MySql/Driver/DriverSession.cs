using System.Globalization;
using DbIngest.Core.Records;
using DbIngest.Wire;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>A connection of the driver with its bulk copy. It holds a lock of the server, by which it can be asked about once it is lost: see <see cref="MySqlSession"/>.</summary>
internal sealed class DriverSession : IDisposable
{
    private readonly MySqlConnection _connection;
    private readonly BatchReader _reader;
    private readonly MySqlBulkCopy _copy;

    private DriverSession(MySqlConnection connection, string name, MySqlTable table, TimeSpan timeout)
    {
        _connection = connection;
        _reader = new BatchReader(table.Schema.ValueCount, hasUnsigned: true);
        _copy = new MySqlBulkCopy(connection) { DestinationTableName = table.Name, BulkCopyTimeout = (int)DriverConnections.Seconds(timeout) };
        Name = name;
    }

    /// <summary>The name of its lock.</summary>
    public string Name { get; }

    /// <summary>The connection.</summary>
    internal MySqlConnection Connection => _connection;

    /// <summary>Opens one.</summary>
    /// <param name="connections">Makes the connection.</param>
    /// <param name="table">The table.</param>
    /// <exception cref="WireException">The server cannot be reached, or refuses.</exception>
    public static DriverSession Open(DriverConnections connections, MySqlTable table)
    {
        var connection = connections.Make();
        try
        {
            connection.Open();
            string name = MySqlSession.NewName();
            Execute(connection, MySqlServer.Begin);
            Execute(connection, MySqlSession.Lock(name));
            return new(connection, name, table, connections.Timeout);
        }
        catch (Exception error) when (DriverErrors.IsOfDriver(error) || error is NotSupportedException)
        {
            connection.Dispose();
            throw DriverErrors.Translate(error);
        }
    }

    /// <summary>Stores a batch by one LOAD DATA LOCAL.</summary>
    /// <param name="batch">The batch.</param>
    /// <returns>What the server did otherwise than asked; null for nothing.</returns>
    public string? Write(RecordBatch batch)
    {
        _reader.Begin(batch, 0, batch.Count);
        var result = _copy.WriteToServer(_reader);
        return result.Warnings.Count == 0
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"The server stored {result.RowsInserted} rows of {batch.Count}, with {result.Warnings.Count} warnings: {result.Warnings[0].Message}.");
    }

    public void Dispose() => _connection.Dispose();

    private static void Execute(MySqlConnection connection, string sql)
    {
        using var command = new MySqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}
