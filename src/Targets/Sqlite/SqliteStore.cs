using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The single connection through which all sources of this process write, with its prepared statements.
/// <see cref="SqliteTarget"/> owns it and <see cref="SqliteWriter"/> writes through it. SQLite admits one writer at a time, and
/// sharing the connection keeps its page cache valid from batch to batch, which a commit of another connection would invalidate.
/// </summary>
/// <remarks>
/// Callers must hold <see cref="Lock"/> for every member that uses the connection, except while the target opens this object.
/// Writing allocates nothing per record. After each commit the store checks that the path still leads to the open file. If it
/// does not, the batch fails as ambiguous. A failure that is not transient closes the connection, and the next use opens another.
/// </remarks>
/// <param name="file">The database file.</param>
/// <param name="contract">Name of the durability level, to which each connection is set.</param>
internal sealed class SqliteStore(SqliteFile file, string contract) : IDisposable
{
    private const int MaxWriters = 4096;
    // How long a call of Wait waits for the file before the cancellation is looked at.
    private const int LockWaitMs = 100;
    // The operation SQLITE_FCNTL_HAS_MOVED.
    private const int FileHasMoved = 20;

    private SqliteConnection? _connection;
    private RecordSchema? _schema;
    private RecordSchema? _wholeSchema;
    private SqliteInsert? _insert;
    private SqliteInsert? _wholeInsert;
    private SqliteKeyed? _keyed;
    private sqlite3_stmt? _begin;
    private sqlite3_stmt? _commit;
    private long _pagesOfClosedConnections;
    private bool _namesColumns;
    private volatile bool _isEnded;

    /// <summary>
    /// True if a mix or a service works on single records. Records may then be deleted, and their rowids reused.
    /// </summary>
    public bool IsKeyed { get; private set; }

    /// <summary>The lock for which writers and verbs queue. It is granted in the order of arrival.</summary>
    public FairLock Lock { get; } = new(MaxWriters);

    public SqliteFile File { get; } = file;

    /// <summary>Rowid of the last record that this process wrote to the table. Later records have greater ones.</summary>
    public long LastRowId { get; private set; }

    /// <summary>The connection, which is opened on first use if the file still exists.</summary>
    /// <exception cref="SqliteException">The file cannot be opened.</exception>
    public SqliteConnection Connection => _connection ??= File.OpenExisting(contract);

    /// <summary>
    /// Pages that the commits of this process have appended to the write-ahead log since the table was prepared.
    /// </summary>
    public long PagesWritten
    {
        get
        {
            raw.sqlite3_db_status(Connection.Handle, raw.SQLITE_DBSTATUS_CACHE_WRITE, out int pages, out _, 0);
            return _pagesOfClosedConnections + pages;
        }
    }

    /// <summary>
    /// True if the path still leads to the open file. On Unix a process can still write to a removed file, whose content is lost
    /// when it is closed.
    /// </summary>
    public bool IsInPlace =>
        SqliteNative.FileControl(Connection.Handle!.DangerousGetHandle(), "main", FileHasMoved, out int hasMoved) == raw.SQLITE_OK
        && hasMoved == 0;

    /// <summary>Opens the file, and creates it when missing.</summary>
    public void OpenOrCreate()
    {
        Close();
        _connection = File.OpenOrCreate(contract);
    }

    /// <summary>Prepares the store for a new trial.</summary>
    /// <param name="schema">The values of a record.</param>
    /// <param name="isKeyed">True if a mix or a service works on single records, with or without an index for them.</param>
    /// <param name="getsValues">True if values are added to the table while it is written.</param>
    public void Begin(RecordSchema schema, bool isKeyed, bool getsValues)
    {
        CloseStatements();
        _schema = schema;
        _wholeSchema = null;
        _namesColumns = getsValues;
        IsKeyed = isKeyed;
        LastRowId = 0;
        _pagesOfClosedConnections = 0;
        raw.sqlite3_db_status(Connection.Handle, raw.SQLITE_DBSTATUS_CACHE_WRITE, out _, out _, 1);
    }

    /// <summary>
    /// Adds values to the table, unless it has them. Batches without them may still be written.
    /// </summary>
    /// <param name="whole">All values of a record.</param>
    /// <param name="cancellation">Ends the wait for a file that another process has locked.</param>
    public void Widen(RecordSchema whole, CancellationToken cancellation)
    {
        var connection = Connection;
        int code = Wait(database => raw.sqlite3_exec(database, "BEGIN IMMEDIATE"), cancellation);
        SqliteException.ThrowExceptionForRC(code, connection.Handle);
        foreach (var value in whole.Values.Skip(whole.ValueCount - whole.AddedCount))
        {
            if (SqliteSettings.Number(connection, SqliteTable.Has(value)) == 0)
            {
                SqliteSettings.Execute(connection, SqliteTable.Add(value));
            }
        }

        SqliteSettings.Execute(connection, "COMMIT");
        _wholeSchema = whole;
        _wholeInsert ??= _insert is null ? null : InsertOfWhole();
    }

    /// <summary>Repeats a call while another process holds the file, for the request timeout at most.</summary>
    /// <param name="call">The call. Returns SQLite's result code.</param>
    /// <param name="cancellation">Interrupts the call, and ends the wait.</param>
    /// <returns>The result code of the last call.</returns>
    public int Wait(Func<sqlite3, int> call, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var database = Connection.Handle!;

        // A late interrupt hits the next call, which is therefore repeated.
        using var interrupt = cancellation.Register(() => raw.sqlite3_interrupt(database));
        raw.sqlite3_busy_timeout(database, LockWaitMs);
        try
        {
            long deadline = Environment.TickCount64 + (long)File.Timeout.TotalMilliseconds;
            int code;
            do
            {
                cancellation.ThrowIfCancellationRequested();
                code = call(database);
            }
            while (code is raw.SQLITE_BUSY or raw.SQLITE_INTERRUPT && Environment.TickCount64 < deadline);

            return code;
        }
        finally
        {
            raw.sqlite3_busy_timeout(database, (int)File.Timeout.TotalMilliseconds);
        }
    }

    /// <summary>Writes a batch as one transaction.</summary>
    /// <exception cref="BatchWriteException">
    /// The batch was not acknowledged. It is not stored, unless the exception is ambiguous.
    /// </exception>
    public void Write(RecordBatch batch)
    {
        Begin();
        Complete(batch);
    }

    /// <summary>Writes a batch and the row of its request as one transaction.</summary>
    /// <returns>False if the ledger has the key: nothing was written then.</returns>
    /// <exception cref="BatchWriteException">As for <see cref="Write(RecordBatch)"/>.</exception>
    public bool Write(RecordBatch batch, LedgerRow request)
    {
        Begin();
        var database = Connection.Handle!;
        int code = raw.sqlite3_exec(database, LedgerTable.Sqlite.Insert(request));
        if (code != raw.SQLITE_OK)
        {
            throw Fail("writing to", code, isAmbiguous: false);
        }

        if (ChangedRows == 0)
        {
            raw.sqlite3_exec(database, "ROLLBACK");
            return false;
        }

        Complete(batch);
        return true;
    }

    /// <summary>Asks or changes something by the connection, outside the timed path.</summary>
    /// <exception cref="BatchWriteException">It failed.</exception>
    public T Ask<T>(Func<SqliteConnection, T> question)
    {
        try
        {
            return question(Connection);
        }
        catch (SqliteException e)
        {
            Close();
            throw SqliteErrors.Write(File.FullPath, "asking", e);
        }
    }

    private void Begin()
    {
        OpenStatements();
        Run(_begin!, "beginning a transaction in", isAmbiguous: false);
    }

    private void Complete(RecordBatch batch)
    {
        int code = InsertOf(batch.Schema).Rows(batch);
        if (code != raw.SQLITE_DONE)
        {
            throw Fail("writing to", code, isAmbiguous: false);
        }

        Run(_commit!, "committing to", isAmbiguous: true);
        CheckInPlace();
        LastRowId = raw.sqlite3_last_insert_rowid(Connection.Handle);
    }

    /// <summary>Runs an operation on single records as one transaction.</summary>
    /// <typeparam name="T">The arguments of the operation.</typeparam>
    /// <param name="needed">The arguments of the operation.</param>
    /// <param name="operation">The operation. Returns SQLITE_DONE, or the result code of its failure.</param>
    /// <exception cref="BatchWriteException">The operation failed.</exception>
    public void Operate<T>(T needed, Func<SqliteKeyed, T, int> operation)
    {
        OpenStatements();
        int code = operation(_keyed
            ?? throw new InvalidOperationException("The table was not prepared for single records."), needed);
        if (code != raw.SQLITE_DONE)
        {
            throw Fail("asking", code, isAmbiguous: true);
        }

        CheckInPlace();
    }

    /// <summary>Rows that the last statement changed. Read it under the lock under which the statement ran.</summary>
    public int ChangedRows => raw.sqlite3_changes(Connection.Handle);

    /// <summary>Determines whether a batch is stored, and erases one that is stored in part.</summary>
    /// <param name="batch">The batch in doubt.</param>
    /// <param name="floor">A rowid below all rows of the batch.</param>
    public BatchFate Recover(RecordBatch batch, long floor)
    {
        try
        {
            using var command = Connection.CreateCommand();

            // Not rowid, which a measured value may be called: names of values begin with a letter.
            command.CommandText =
                $"SELECT count(*) FROM main.{SqliteTable.Name} WHERE _rowid_ > $floor AND source = $source AND sequence >= "
                + $"$first AND sequence < $end";
            command.Parameters.AddWithValue("$floor", floor);
            command.Parameters.AddWithValue("$source", batch.Source);
            command.Parameters.AddWithValue("$first", batch.FirstSequence);
            command.Parameters.AddWithValue("$end", batch.FirstSequence + batch.Count);
            long found = (long)command.ExecuteScalar()!;
            if (found != batch.Count && found > 0)
            {
                command.CommandText = command.CommandText.Replace("SELECT count(*)", "DELETE", StringComparison.Ordinal);
                command.ExecuteNonQuery();
            }

            CheckInPlace();
            return found == batch.Count ? BatchFate.Stored : BatchFate.Absent;
        }
        catch (SqliteException e)
        {
            Close();
            throw SqliteErrors.Write(File.FullPath, "asking", e);
        }
    }

    /// <summary>Closes the connection and its statements. The next use opens another connection.</summary>
    public void Close()
    {
        if (_connection is not null)
        {
            _pagesOfClosedConnections = PagesWritten;
            CloseStatements();
            _connection.Dispose();
            _connection = null;
        }
    }

    /// <summary>
    /// Refuses every later write and operation, so that lanes which wait for the lock end. Any thread may call it, without the
    /// lock.
    /// </summary>
    public void End() => _isEnded = true;

    public void Dispose() => Close();

    private void OpenStatements()
    {
        if (_isEnded)
        {
            throw new BatchWriteException($"{File.FullPath} is closed: the run has ended.", isTransient: false,
                isAmbiguous: false);
        }

        if (_insert is not null)
        {
            return;
        }

        try
        {
            var database = Connection.Handle!;
            _begin = Prepare(database, "BEGIN IMMEDIATE");
            _commit = Prepare(database, "COMMIT");
            _insert = new SqliteInsert(
                sql => Prepare(database, sql),
                _schema ?? throw new InvalidOperationException("The target was neither prepared nor attached."),
                _namesColumns);
            _wholeInsert = InsertOfWhole();
            _keyed = IsKeyed ? new SqliteKeyed(sql => Prepare(database, sql), _schema) : null;
        }
        catch (SqliteException e)
        {
            Close();
            throw SqliteErrors.Write(File.FullPath, "opening", e);
        }
    }

    private static sqlite3_stmt Prepare(sqlite3 database, string sql)
    {
        int code = raw.sqlite3_prepare_v3(database, sql, raw.SQLITE_PREPARE_PERSISTENT, out var statement);
        SqliteException.ThrowExceptionForRC(code, database);
        return statement;
    }

    private void CloseStatements()
    {
        _insert?.Dispose();
        _wholeInsert?.Dispose();
        _keyed?.Dispose();
        _begin?.Dispose();
        _commit?.Dispose();
        _insert = null;
        _wholeInsert = null;
        _keyed = null;
        _begin = null;
        _commit = null;
    }

    /// <summary>The statements for batches of a schema: that of the trial's beginning, or the one with added values.</summary>
    private SqliteInsert InsertOf(RecordSchema schema) => schema.ValueCount == _schema!.ValueCount ? _insert!
        : _wholeInsert!;

    private SqliteInsert? InsertOfWhole() =>
        _wholeSchema is null ? null : new SqliteInsert(sql => Prepare(Connection.Handle!, sql), _wholeSchema, _namesColumns);

    private void Run(sqlite3_stmt statement, string action, bool isAmbiguous)
    {
        int code = raw.sqlite3_step(statement);
        raw.sqlite3_reset(statement);
        if (code != raw.SQLITE_DONE)
        {
            throw Fail(action, code, isAmbiguous);
        }
    }

    /// <summary>Fails the call if it used a file that was removed or replaced.</summary>
    private void CheckInPlace()
    {
        if (!IsInPlace)
        {
            Close();
            throw new BatchWriteException(
                $"{File.FullPath} was removed or replaced while it was written to; leave the file in place until the run has "
                + $"ended.",
                isTransient: false,
                isAmbiguous: true);
        }
    }

    private BatchWriteException Fail(string action, int code, bool isAmbiguous)
    {
        var database = Connection.Handle!;
        var failure = SqliteErrors.Write(database, File.FullPath, action, code, isAmbiguous);
        if (raw.sqlite3_get_autocommit(database) == 0)
        {
            raw.sqlite3_exec(database, "ROLLBACK");
        }

        if (!failure.IsTransient)
        {
            Close();
        }

        return failure;
    }
}
