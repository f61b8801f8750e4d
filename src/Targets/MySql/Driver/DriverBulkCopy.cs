using System.Globalization;
using DbIngest.Abstractions.Records;
using MySqlConnector;

namespace DbIngest.Targets.MySql;

/// <summary>The driver's <c>MySqlBulkCopy</c>: one <c>LOAD DATA LOCAL</c> a batch.</summary>
internal sealed class DriverBulkCopy(MySqlConnection connection, MySqlTable table, TimeSpan timeout) : IDriverWay
{
    private readonly BatchReader _reader = new(table.Schema.ValueCount, hasUnsigned: true);

    private readonly MySqlBulkCopy _copy =
        new(connection) { DestinationTableName = table.Name, BulkCopyTimeout = (int)DriverConnections.Seconds(timeout) };

    public string? Write(RecordBatch batch)
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
