using DbIngest.Abstractions.Records;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The prepared INSERT statements: one of many rows, and one of a single row for the rest of a batch. <see cref="SqliteStore"/>
/// creates them per connection and calls them on the timed path, under its lock. Values go from the batch's columns straight into
/// the statement's variables, without any allocation.
/// </summary>
internal sealed class SqliteInsert : IDisposable
{
    private readonly sqlite3_stmt _many;
    private readonly sqlite3_stmt _one;
    private readonly int _rows;

    /// <summary>Prepares the statements.</summary>
    /// <param name="prepare">Prepares a statement.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="namesColumns">True if the table may have other columns as well.</param>
    public SqliteInsert(Func<string, sqlite3_stmt> prepare, RecordSchema schema, bool namesColumns)
    {
        _rows = SqliteTable.RowsPerStatement(schema);
        _many = prepare(SqliteTable.Insert(schema, _rows, namesColumns));
        _one = prepare(SqliteTable.Insert(schema, rows: 1, namesColumns));
    }

    /// <summary>Inserts the rows of a batch within the open transaction. A missing value (NaN) becomes NULL.</summary>
    /// <returns>
    /// SQLITE_DONE, or the result code of the first failure. Earlier rows of the batch stay in the transaction, which the caller
    /// must then roll back.
    /// </returns>
    public int Rows(RecordBatch batch)
    {
        int row = 0;
        int code = raw.SQLITE_DONE;
        for (; row + _rows <= batch.Count && code == raw.SQLITE_DONE; row += _rows)
        {
            code = Insert(_many.DangerousGetHandle(), batch, row, _rows);
        }

        for (; row < batch.Count && code == raw.SQLITE_DONE; row++)
        {
            code = Insert(_one.DangerousGetHandle(), batch, row, rows: 1);
        }

        return code;
    }

    public void Dispose()
    {
        _many.Dispose();
        _one.Dispose();
    }

    private static int Insert(nint statement, RecordBatch batch, int first, int rows)
    {
        double[] values = batch.Values;
        int stride = batch.Capacity;
        int variable = 0;
        int failed = 0;
        for (int row = first; row < first + rows; row++)
        {
            failed |= SqliteNative.BindInt64(statement, ++variable, batch.Source);
            failed |= SqliteNative.BindInt64(statement, ++variable, batch.FirstSequence + row);
            failed |= SqliteNative.BindInt64(statement, ++variable, batch.Timestamps[row]);
            failed |= SqliteNative.BindInt64(statement, ++variable, batch.Qualities[row]);
            for (int column = 0, index = row; column < batch.Schema.ValueCount; column++, index += stride)
            {
                // SQLite binds NaN, a missing value, as NULL.
                failed |= SqliteNative.BindDouble(statement, ++variable, values[index]);
            }
        }

        // Binding fails only on misuse, such as a batch of another schema. Then nothing is inserted.
        int code = failed == raw.SQLITE_OK ? SqliteNative.Step(statement) : raw.SQLITE_MISUSE;

        // Reset repeats the result code of the step.
        _ = SqliteNative.Reset(statement);
        return code;
    }
}
