using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by statements of many rows each. A batch of several statements runs in a transaction. The write methods with
/// a limited statement size derive from it, and <see cref="MySqlSession"/> calls them on the timed path. It commits such a
/// transaction only if the server stored every row, else it leaves the transaction open for the caller to drop with the session.
/// It allocates nothing per record.
/// </summary>
/// <param name="connection">The session.</param>
/// <param name="maxRows">Most rows per statement.</param>
internal abstract class StatementWay(MySqlConnection connection, int maxRows) : IBatchWay
{
    protected MySqlConnection Connection => connection;

    public string? Write(RecordBatch batch, bool isInTransaction = false)
    {
        bool isSeveral = NextRows(Math.Min(maxRows, batch.Count)) < batch.Count && !isInTransaction;
        if (isSeveral)
        {
            connection.Execute("START TRANSACTION");
        }

        long stored = 0;
        for (int row = 0, rows; row < batch.Count; row += rows)
        {
            rows = NextRows(Math.Min(maxRows, batch.Count - row));
            stored += WriteRows(batch, row, rows);
        }

        if (isSeveral && stored == batch.Count)
        {
            connection.Execute("COMMIT");
        }

        return stored == batch.Count ? null
            : string.Create(CultureInfo.InvariantCulture,
            $"The server stored {stored} rows of {batch.Count}: does a trigger drop some?");
    }

    /// <summary>Returns the rows of the next statement.</summary>
    /// <param name="rows">Rows that are left of the batch, at most those of a statement.</param>
    protected virtual int NextRows(int rows) => rows;

    /// <summary>Stores rows by one statement.</summary>
    /// <returns>Number of rows that the server reports as stored.</returns>
    protected abstract long WriteRows(RecordBatch batch, int firstRow, int rows);
}
