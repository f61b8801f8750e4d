using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Streams the stored rows to the audit, and decodes values for <see cref="SqliteKeyed"/>. <see cref="SqliteTarget"/> calls it on
/// a read-only connection once the trial has settled. A stored source number beyond an int is passed on as -1, which no source
/// has. Changes nothing.
/// </summary>
internal static class SqliteReader
{
    private const int RowsPerCancellationCheck = 4096;

    /// <summary>Reads all rows.</summary>
    /// <param name="connection">A connection that reads the file, not the writers' cache.</param>
    /// <param name="schema">The values of a record.</param>
    /// <param name="audit">Receives the rows.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public static void Read(SqliteConnection connection, RecordSchema schema, StoredContent audit, CancellationToken cancellation)
    {
        var database = connection.Handle!;
        SqliteException.ThrowExceptionForRC(raw.sqlite3_prepare_v2(database, SqliteTable.Select(schema), out var select),
            database);
        using (select)
        using (var partition = audit.OpenPartition())
        {
            nint statement = select.DangerousGetHandle();
            double[] values = new double[schema.ValueCount];
            int code;
            for (long row = 1; (code = SqliteNative.Step(statement)) == raw.SQLITE_ROW; row++)
            {
                if (row % RowsPerCancellationCheck == 0)
                {
                    cancellation.ThrowIfCancellationRequested();
                }

                for (int i = 0; i < values.Length; i++)
                {
                    values[i] = Value(statement, SqliteTable.FixedColumns + i);
                }

                long source = SqliteNative.ColumnInt64(statement, 0);
                partition.Add(
                    source is >= 0 and <= int.MaxValue ? (int)source : -1,
                    SqliteNative.ColumnInt64(statement, 1),
                    SqliteNative.ColumnInt64(statement, 2),
                    unchecked((uint)SqliteNative.ColumnInt64(statement, 3)),
                    values);
            }

            if (code != raw.SQLITE_DONE)
            {
                SqliteException.ThrowExceptionForRC(code, database);
            }
        }
    }

    /// <summary>A value of a statement's current row. NaN for a missing one.</summary>
    internal static double Value(nint statement, int column)
    {
        double value = SqliteNative.ColumnDouble(statement, column);

        // NULL reads as zero, so only a zero needs its type checked.
        return value == 0 && SqliteNative.ColumnType(statement, column) == raw.SQLITE_NULL ? double.NaN : value;
    }
}
