using System.Globalization;
using DbIngest.Abstractions.Records;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by the driver's <c>MySqlBulkCopy</c>: one <c>LOAD DATA LOCAL</c> per batch. <see cref="MySqlDriverSession"/>
/// creates one for <c>way=load</c> and calls it on the timed path. A write returns any warning of the server as a deviation,
/// which fails the batch, because the server alters rows that it cannot store. One statement is atomic without a transaction.
/// In a service (<see cref="MySqlTable.IsServed"/>) a batch that fails so is left uncommitted, for the caller to drop with the
/// session.
/// </summary>
internal sealed class DriverBulkCopy : IDriverWay
{
    private readonly BatchReader _reader;
    private readonly MySqlBulkCopy _copy;
    private readonly MySqlCommand _begin;
    private readonly MySqlCommand _commit;
    private readonly bool _isServed;

    /// <summary>Prepares the copies.</summary>
    /// <param name="connection">The connection, which the caller disposes.</param>
    /// <param name="table">The table.</param>
    /// <param name="timeout">How long a copy may take.</param>
    public DriverBulkCopy(MySqlConnection connection, MySqlTable table, TimeSpan timeout)
    {
        _reader = new(table.Schema.ValueCount, hasUnsigned: true);
        (_begin, _commit) = (new("START TRANSACTION", connection), new("COMMIT", connection));
        _isServed = table.IsServed;
        _copy =
            new(connection) { DestinationTableName = table.Name, BulkCopyTimeout = (int)DriverConnections.Seconds(timeout) };
        foreach (string column in table.NamedColumns)
        {
            _copy.ColumnMappings.Add(new MySqlBulkCopyColumnMapping(_copy.ColumnMappings.Count, column));
        }
    }

    public string? Write(RecordBatch batch, bool isInTransaction = false)
    {
        bool isOwn = _isServed && !isInTransaction;
        if (isOwn)
        {
            _begin.ExecuteNonQuery();
        }

        _reader.Begin(batch, 0, batch.Count);
        string? wrong = Finding(_copy.WriteToServer(_reader), batch.Count);
        if (isOwn && wrong is null)
        {
            _commit.ExecuteNonQuery();
        }

        return wrong;
    }

    public async Task<string?> WriteAsync(RecordBatch batch)
    {
        if (_isServed)
        {
            await _begin.ExecuteNonQueryAsync().ConfigureAwait(false);
        }

        _reader.Begin(batch, 0, batch.Count);
        string? wrong = Finding(await _copy.WriteToServerAsync(_reader).ConfigureAwait(false), batch.Count);
        if (_isServed && wrong is null)
        {
            await _commit.ExecuteNonQueryAsync().ConfigureAwait(false);
        }

        return wrong;
    }

    public void Dispose()
    {
        _begin.Dispose();
        _commit.Dispose();
        _reader.Dispose();
    }

    private static string? Finding(MySqlBulkCopyResult result, int count) => result.Warnings.Count == 0
        ? null
        : string.Create(
            CultureInfo.InvariantCulture,
            $"The server stored {result.RowsInserted} rows of {count}, with {result.Warnings.Count} warnings: "
                + $"{result.Warnings[0].Message}.");
}
