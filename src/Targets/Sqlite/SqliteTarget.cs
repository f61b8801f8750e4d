using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// An SQLite database file, open as a target under one durability level. <see cref="SqliteDefinition"/> opens it, and trials,
/// source processes, <c>verify</c> and <c>serve</c> call it. A verb that uses the connection of the <see cref="SqliteStore"/>
/// holds its lock. It deletes its table, or the whole file only if the product created it. For <c>serve</c> it creates a missing
/// table, and deletes nothing of the user.
/// </summary>
/// <remarks>
/// In <see cref="MeasureSpace"/> the pages of indexes count as data, so index bytes are always 0. Log bytes count only the
/// commits of this process, so they leave out those of source processes and of a service.
/// </remarks>
internal sealed class SqliteTarget : ITarget
{
    private const int FrameHeaderBytes = 24;

    private readonly string _name;
    private readonly SqliteFile _file;
    private readonly DurabilityContract _contract;
    private readonly SqliteStore _store;
    private readonly FairLock.Waiter _waiter = new();
    private RecordSchema? _schema;

    public SqliteTarget(string name, SqliteFile file, DurabilityContract contract)
    {
        _name = name;
        _file = file;
        _contract = contract;
        _store = new SqliteStore(file, contract.Name);
        _store.OpenOrCreate();
    }

    /// <inheritdoc/>
    public string AttachEndpoint => _file.FullPath;

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("describing", () =>
    {
        var settings = SqliteSettings.Read(_store.Connection);
        settings["rows_per_statement"] = _schema is null
            ? "set by the schema"
            : SqliteTable.RowsPerStatement(_schema).ToString(CultureInfo.InvariantCulture);
        return new TargetDescription
        {
            Database = _name,
            Client = WriteClient.Driver,
            ServerVersion = $"SQLite {SqliteLibrary.Version}, "
                + $"{SqliteSettings.Text(_store.Connection, "SELECT sqlite_source_id()")[..19]}",
            DriverVersion = $"Microsoft.Data.Sqlite {BuildStamp.Of(typeof(SqliteConnection)).Number}",
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Repeats = Repeats.KeepsBoth,
            Endpoint = _file.IsOwn ? "local" : _file.FullPath,
            Placement = "in-process",
            Configuration = string.Create(
                CultureInfo.InvariantCulture,
                $"default, but journal_mode = {settings["journal_mode"]} (SQLite's: delete), synchronous = {_contract.Name} "
                + $"(SQLite's: full)"),
            Settings = settings,
        };
    });

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Guard("preparing", () =>
    {
        Reset(cancellation);
        SqliteSettings.Execute(_store.Connection, SqliteTable.Create(table.Schema));
        if (table.HasKey)
        {
            SqliteSettings.Execute(_store.Connection, SqliteTable.CreateKey);
        }

        if (table.HasTimeIndex)
        {
            SqliteSettings.Execute(_store.Connection, SqliteTable.CreateTimeIndex);
        }

        if (table.Schema.HasSeries)
        {
            SqliteSettings.Execute(_store.Connection, SqliteTable.CreateSeriesIndex);
        }

        Checkpoint(cancellation);
        _schema = table.Schema;
        _store.Begin(table.Schema, table.IsKeyed, table.GetsValues);
    });

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default) => Guard("attaching to", () =>
    {
        // The process that prepared the file may have replaced it since this connection was opened.
        _store.Close();
        if (SqliteSettings.Number(_store.Connection, SqliteTable.Exists) == 0)
        {
            throw new TargetException($"{_file.FullPath} has no table {SqliteTable.Name}: no trial has prepared it, or one has "
                + "removed it at its end.");
        }

        _schema = table.Schema;
        _store.Begin(table.Schema, table.IsKeyed, table.GetsValues);
    });

    /// <inheritdoc/>
    public void Ensure(TrialTable table, CancellationToken cancellation = default) => Guard("making a table ready in", () =>
    {
        SqliteServedTable.Ensure(_store.Connection, _file.FullPath, table);
        _schema = table.Schema;
        _store.Begin(table.Schema, table.IsKeyed, table.GetsValues);
    });

    /// <inheritdoc/>
    public ISourceNames SourceNames => new SqliteSourceNames(_file, _contract.Name);

    /// <inheritdoc/>
    public void AddValues(TrialTable table, CancellationToken cancellation = default) => Guard("adding values to", () =>
    {
        _store.Widen(table.Schema, cancellation);
        _schema = table.Schema;
    });

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => new SqliteWriter(_store);

    /// <inheritdoc/>
    public ITimeQueries OpenQueries(CancellationToken cancellation = default)
    {
        try
        {
            return new SqliteTimeQueries(_file, Schema, cancellation);
        }
        catch (SqliteException e)
        {
            throw SqliteErrors.Target(_file.FullPath, "querying", e);
        }
    }

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => Guard("settling", () =>
    {
        if (!_store.IsInPlace)
        {
            throw new TargetException($"{_file.FullPath} was removed or replaced during the trial.");
        }

        Checkpoint(cancellation);
    });

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => Guard("measuring", () =>
    {
        var connection = _store.Connection;
        long pageBytes = SqliteSettings.Number(connection, "PRAGMA page_size");
        long pages = SqliteSettings.Number(connection, "PRAGMA page_count") - SqliteSettings.Number(connection,
            "PRAGMA freelist_count");
        var files = FileSpace.OfFiles(_file.Parts);
        return new DiskSpace(
            pages * pageBytes,
            IndexBytes: 0,
            _store.PagesWritten * (pageBytes + FrameHeaderBytes),
            files.ApparentBytes,
            files.AllocatedBytes);
    });

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("auditing", () =>
    {
        // A separate connection reads the content of the file instead of the writers' cache.
        using var connection = SqliteSettings.Open(_file.FullPath, SqliteOpenMode.ReadOnly, _file.Timeout);
        SqliteReader.Read(connection, Schema, audit, cancellation);
    });

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) => Guard("cleaning", () =>
    {
        Reset(cancellation);
        _schema = null;
    });

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => [];

    /// <inheritdoc/>
    public void Dispose()
    {
        // An interrupted run may have left lanes behind that still write, or a verb that still drops a large table. It waits for
        // this method no longer than a moment, so a file that may be removed while it is open is removed at once.
        _store.End();
        if (_file.IsOwn && !OperatingSystem.IsWindows())
        {
            _file.Delete();
        }

        // The connection has no mutex, so closing it while another thread uses it would end the process.
        using var waiter = new FairLock.Waiter();
        _store.Lock.Enter(waiter);
        try
        {
            _store.Dispose();
            if (_file.IsOwn)
            {
                _file.Delete();
            }
            else
            {
                _file.RestoreJournalMode();
            }
        }
        finally
        {
            _store.Lock.Exit();
        }

        _waiter.Dispose();
    }

    private RecordSchema Schema => _schema
        ?? throw new TargetException("There is nothing to audit: the target was not prepared.");

    /// <summary>
    /// Empties the product's file, or drops the product's table from a user's file and frees its space as far as that touches no
    /// other table.
    /// </summary>
    private void Reset(CancellationToken cancellation)
    {
        _store.Close();
        if (_file.IsOwn)
        {
            // Deleting a file takes a constant time. Dropping a table visits each of its pages.
            _file.Delete();
            _store.OpenOrCreate();
            return;
        }

        _store.OpenOrCreate();
        var connection = _store.Connection;
        SqliteSettings.Execute(connection, SqliteTable.Drop);

        // Vacuums a database without other tables. One with tables of the user is not rewritten: its free pages are
        // released if auto_vacuum is incremental, else the next trial reuses them.
        bool isEmpty = SqliteSettings.Number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
        SqliteSettings.Execute(connection, isEmpty ? "VACUUM" : "PRAGMA incremental_vacuum");
        Checkpoint(cancellation);
    }

    /// <summary>
    /// Moves the whole write-ahead log into the database and truncates it. Waits for readers in other processes.
    /// </summary>
    private void Checkpoint(CancellationToken cancellation)
    {
        int code = _store.Wait(
            database => raw.sqlite3_wal_checkpoint_v2(database, "main", raw.SQLITE_CHECKPOINT_TRUNCATE, out _, out _),
            cancellation);
        cancellation.ThrowIfCancellationRequested();
        if (code != raw.SQLITE_OK)
        {
            throw SqliteErrors.Target(_store.Connection.Handle!, _file.FullPath, "checkpointing", code);
        }
    }

    private void Guard(string action, Action verb) => Guard(action, () =>
    {
        verb();
        return true;
    });

    private T Guard<T>(string action, Func<T> verb)
    {
        _store.Lock.Enter(_waiter);
        try
        {
            return verb();
        }
        catch (SqliteException e)
        {
            _store.Close();
            throw SqliteErrors.Target(_file.FullPath, action, e);
        }
        finally
        {
            _store.Lock.Exit();
        }
    }
}
