using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Records;
using DuckDB.NET.Data;
using DuckDB.NET.Native;

namespace DuckDb;

/// <summary>
/// A database file, which <see cref="DuckDbTarget"/> owns and each <see cref="DuckDbWriter"/> connects to. All connections to
/// the file in this process share one open database, which DuckDB closes with the last of them. <see cref="Dispose"/> deletes
/// the file and its log if the file was made for this target, and deletes nothing of a user's file. Any thread may call
/// <see cref="Connect"/>, <see cref="Interrupt"/> and <see cref="Dispose"/>, and one thread at a time the other members. A verb
/// or a writer that an interrupted run left behind may still run at <see cref="Dispose"/>: it gets no further connection.
/// </summary>
/// <param name="path">The file's path.</param>
/// <param name="isOwn">True if the file was made for this target: then <see cref="Dispose"/> deletes the file.</param>
/// <param name="options">The endpoint's options.</param>
internal sealed class DuckDbFile(string path, bool isOwn, EndpointValues options) : IDisposable
{
    /// <summary>The table of a trial's records. Prepare and Clean drop it, also in a file of the user.</summary>
    public const string Table = "dbingest_records";

    private readonly string _connection = new DuckDBConnectionStringBuilder
    {
        DataSource = path,
        Threads = options.Number("threads"),
        CheckpointThreshold = $"{options.Mebibytes("checkpoint")}MiB",
    }.ConnectionString;

    private readonly Lock _closing = new();

    // The lock guards both.
    private DuckDBConnection? _shared;
    private bool _isDisposed;

    public string FullPath => path;

    public bool IsOwn => isOwn;

    /// <summary>The endpoint's options that the user gave.</summary>
    public IReadOnlyDictionary<string, string> Given => options.Given;

    /// <summary>The connection of the verbs, opened at first use. It keeps the database open between writers.</summary>
    public DuckDBConnection Shared
    {
        get
        {
            lock (_closing)
            {
                return _shared ??= Connect();
            }
        }
    }

    /// <summary>The file and its logs, as far as they are there. Other files whose names begin alike are the user's.</summary>
    public IEnumerable<FileInfo> Parts => Directory.GetFiles(Path.GetDirectoryName(path)!, Path.GetFileName(path) + "*")
        .Where(part => part == path || (part.StartsWith(path + ".", StringComparison.Ordinal)
            && part.EndsWith(".wal", StringComparison.Ordinal)))
        .Select(part => new FileInfo(part));

    /// <summary>
    /// True if an exception is a failure of the database: one of the driver, the appender or the file system.
    /// </summary>
    public static bool IsFailure(Exception e) => e is DuckDBException or InvalidOperationException or IOException
        or UnauthorizedAccessException or DllNotFoundException;

    /// <summary>Opens another connection, which the caller disposes.</summary>
    /// <exception cref="ObjectDisposedException">Opening would make the deleted file again.</exception>
    public DuckDBConnection Connect()
    {
        lock (_closing)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            var connection = new DuckDBConnection(_connection);
            connection.Open();
            return connection;
        }
    }

    public static DuckDBCommand Command(DuckDBConnection connection, string sql)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        return command;
    }

    /// <summary>
    /// Runs a statement on the shared connection and returns the first value of its result; null without a row.
    /// </summary>
    public object? Query(string sql)
    {
        using var command = Command(Shared, sql);
        return command.ExecuteScalar();
    }

    /// <summary>Makes an empty table. Replaces a file of this target, and drops only the table in a file of the user.</summary>
    /// <param name="schema">The values; null for no table.</param>
    public void Reset(RecordSchema? schema)
    {
        if (isOwn)
        {
            Close();
            Delete();
        }

        Query($"DROP TABLE IF EXISTS {Table}");
        if (schema is not null)
        {
            var values = schema.Values.Select(value => $"\"{value.Name}\" DOUBLE");
            Query($"CREATE TABLE {Table}(source INTEGER, sequence BIGINT, timestamp TIMESTAMP, quality UINTEGER, "
                + $"{string.Join(", ", values)})");
        }

        Query("CHECKPOINT");
    }

    /// <summary>Ends the query that runs now, from another thread.</summary>
    public void Interrupt()
    {
        lock (_closing)
        {
            if (_shared is not null)
            {
                NativeMethods.Startup.DuckDBInterrupt(_shared.NativeConnection);
            }
        }
    }

    /// <summary>Closes the shared connection. The next query opens another one.</summary>
    public void Close()
    {
        lock (_closing)
        {
            _shared?.Dispose();
            _shared = null;
        }
    }

    public void Dispose()
    {
        lock (_closing)
        {
            _isDisposed = true;
            Close();
        }

        Delete();
    }

    /// <summary>Deletes the file of this target. Leaves a file of the user.</summary>
    private void Delete()
    {
        foreach (var part in isOwn ? Parts : [])
        {
            part.Delete();
        }
    }
}
