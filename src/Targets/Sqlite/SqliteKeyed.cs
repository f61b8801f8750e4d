using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The prepared statements on single records, which find a record by source and sequence number, through an index if the table
/// has one. <see cref="SqliteStore"/> creates them for a mix or a service and calls them on the timed path, under its lock. Each
/// is a transaction. An absent record is no failure. They allocate nothing per record.
/// </summary>
internal sealed class SqliteKeyed : IDisposable
{
    private readonly sqlite3_stmt _read;
    private readonly sqlite3_stmt _scan;
    private readonly sqlite3_stmt _find;
    private readonly sqlite3_stmt _update;
    private readonly sqlite3_stmt _updateIf;
    private readonly sqlite3_stmt _delete;
    private readonly double[] _values;

    public SqliteKeyed(Func<string, sqlite3_stmt> prepare, RecordSchema schema)
    {
        _read = prepare($"{SqliteTable.Select(schema)} WHERE source = ? AND sequence = ?");
        _scan = prepare($"{SqliteTable.Select(schema)} WHERE source = ? AND sequence >= ? AND sequence < ?");
        _find = prepare($"{SqliteTable.Select(schema)} WHERE source = ? AND timestamp = ?");
        _update = prepare(SqliteTable.Update(schema));
        _updateIf = prepare(SqliteTable.UpdateIf(schema));
        _delete = prepare(SqliteTable.Delete);
        _values = new double[schema.ValueCount];
    }

    /// <summary>Reads one record.</summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int Read(int source, long sequence, IRecordReceiver found) => Rows(_read, source, sequence, found);

    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int Find(int source, long timestamp, IRecordReceiver found) => Rows(_find, source, timestamp, found);

    /// <summary>Reads a range of records.</summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int Scan(int source, long first, int count, IRecordReceiver found)
    {
        nint statement = _scan.DangerousGetHandle();
        int failed = SqliteNative.BindInt64(statement, 1, source)
            | SqliteNative.BindInt64(statement, 2, first)
            | SqliteNative.BindInt64(statement, 3, first + count);
        return failed == raw.SQLITE_OK ? Rows(statement, found) : raw.SQLITE_MISUSE;
    }

    /// <summary>Sets quality and values of one record.</summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int Update(RecordBatch record)
    {
        nint statement = _update.DangerousGetHandle();
        return Bind(statement, record, out _) == raw.SQLITE_OK ? Step(statement) : raw.SQLITE_MISUSE;
    }

    /// <summary>
    /// Sets quality and values of one record if it has a certain quality. The connection's count of changes says whether it had.
    /// </summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int UpdateIf(RecordBatch record, uint quality)
    {
        nint statement = _updateIf.DangerousGetHandle();
        int failed = Bind(statement, record, out int bound) | SqliteNative.BindInt64(statement, bound + 1, quality);
        return failed == raw.SQLITE_OK ? Step(statement) : raw.SQLITE_MISUSE;
    }

    /// <summary>Deletes one record.</summary>
    /// <returns>SQLITE_DONE, or the result code of the failure.</returns>
    public int Delete(int source, long sequence)
    {
        nint statement = _delete.DangerousGetHandle();
        int failed = SqliteNative.BindInt64(statement, 1, source) | SqliteNative.BindInt64(statement, 2, sequence);
        return failed == raw.SQLITE_OK ? Step(statement) : raw.SQLITE_MISUSE;
    }

    public void Dispose()
    {
        _read.Dispose();
        _scan.Dispose();
        _find.Dispose();
        _update.Dispose();
        _updateIf.Dispose();
        _delete.Dispose();
    }

    private static int Bind(nint statement, RecordBatch record, out int bound)
    {
        bound = 0;
        int failed = SqliteNative.BindInt64(statement, ++bound, record.Qualities[0]);
        for (int column = 0; column < record.Schema.ValueCount; column++)
        {
            failed |= SqliteNative.BindDouble(statement, ++bound, record.Values[column * record.Capacity]);
        }

        return failed
            | SqliteNative.BindInt64(statement, ++bound, record.Source)
            | SqliteNative.BindInt64(statement, ++bound, record.FirstSequence);
    }

    private static int Step(nint statement)
    {
        int code = SqliteNative.Step(statement);
        _ = SqliteNative.Reset(statement);
        return code;
    }

    private int Rows(sqlite3_stmt prepared, int source, long number, IRecordReceiver found)
    {
        nint statement = prepared.DangerousGetHandle();
        int failed = SqliteNative.BindInt64(statement, 1, source) | SqliteNative.BindInt64(statement, 2, number);
        return failed == raw.SQLITE_OK ? Rows(statement, found) : raw.SQLITE_MISUSE;
    }

    private int Rows(nint statement, IRecordReceiver found)
    {
        int code;
        while ((code = SqliteNative.Step(statement)) == raw.SQLITE_ROW)
        {
            for (int i = 0; i < _values.Length; i++)
            {
                _values[i] = SqliteReader.Value(statement, SqliteTable.FixedColumns + i);
            }

            found.Add(
                (int)SqliteNative.ColumnInt64(statement, 0),
                SqliteNative.ColumnInt64(statement, 1),
                SqliteNative.ColumnInt64(statement, 2),
                unchecked((uint)SqliteNative.ColumnInt64(statement, 3)),
                _values);
        }

        _ = SqliteNative.Reset(statement);
        return code;
    }
}
