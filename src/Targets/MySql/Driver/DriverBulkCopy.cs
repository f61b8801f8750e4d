using System.Globalization;
using DbIngest.Abstractions.Records;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by the driver's <c>MySqlBulkCopy</c>: one <c>LOAD DATA LOCAL</c> per batch. <see cref="MySqlDriverSession"/>
/// creates one for <c>way=load</c> and calls it on the timed path. A write returns any warning of the server as a deviation,
/// which fails the batch, because the server alters rows that it cannot store. One statement is atomic without a transaction.
/// </summary>
internal sealed class DriverBulkCopy : IDriverWay
{
    private readonly BatchReader _reader;
    private readonly MySqlBulkCopy _copy;

    /// <summary>Prepares the copies.</summary>
    /// <param name="connection">The connection, which the caller disposes.</param>
    /// <param name="table">The table.</param>
    /// <param name="timeout">How long a copy may take.</param>
    public DriverBulkCopy(MySqlConnection connection, MySqlTable table, TimeSpan timeout)
    {
        _reader = new(table.Schema.ValueCount, hasUnsigned: true);
        _copy =
            new(connection) { DestinationTableName = table.Name, BulkCopyTimeout = (int)DriverConnections.Seconds(timeout) };
        foreach (string column in table.NamedColumns)
        {
            _copy.ColumnMappings.Add(new MySqlBulkCopyColumnMapping(_copy.ColumnMappings.Count, column));
        }
    }

    public string? Write(RecordBatch batch, bool isInTransaction = false)
    {
        _reader.Begin(batch, 0, batch.Count);
        return Finding(_copy.WriteToServer(_reader), batch.Count);
    }

    public async Task<string?> WriteAsync(RecordBatch batch)
    {
        _reader.Begin(batch, 0, batch.Count);
        return Finding(await _copy.WriteToServerAsync(_reader).ConfigureAwait(false), batch.Count);
    }

    public void Dispose() => _reader.Dispose();

    private static string? Finding(MySqlBulkCopyResult result, int count) => result.Warnings.Count == 0
        ? null
        : string.Create(
            CultureInfo.InvariantCulture,
            $"The server stored {result.RowsInserted} rows of {count}, with {result.Warnings.Count} warnings: "
                + $"{result.Warnings[0].Message}.");
}
