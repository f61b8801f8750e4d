using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>Statements of many rows each; a batch that takes several of them is put into a transaction.</summary>
/// <param name="connection">The connection.</param>
/// <param name="maxRows">The most rows of a statement.</param>
internal abstract class StatementWay(MySqlConnection connection, int maxRows) : IBatchWay
{
    protected MySqlConnection Connection => connection;

    public string? Write(RecordBatch batch)
    {
        bool isSeveral = batch.Count > maxRows;
        if (isSeveral)
        {
            connection.Execute("START TRANSACTION");
        }

        long stored = 0;
        for (int row = 0; row < batch.Count; row += maxRows)
        {
            stored += WriteRows(batch, row, Math.Min(maxRows, batch.Count - row));
        }

        if (isSeveral && stored == batch.Count)
        {
            connection.Execute("COMMIT");
        }

        return stored == batch.Count ? null
            : string.Create(CultureInfo.InvariantCulture,
            $"The server stored {stored} rows of {batch.Count}: does a trigger drop some?");
    }

    /// <summary>Stores some rows by one statement.</summary>
    /// <returns>How many the server says it stored.</returns>
    protected abstract long WriteRows(RecordBatch batch, int firstRow, int rows);
}
