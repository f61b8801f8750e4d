using System.Globalization;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Opens connections, applies the durability level and reads settings. <see cref="SqliteFile"/>, <see cref="SqliteTarget"/> and
/// the classes that open separate connections call it. Its methods for SQL serve verbs, questions and the ledger of a service,
/// not the timed insertions. It must change no other setting than those below.
/// </summary>
/// <remarks>
/// Only the journal mode, the synchronous mode and the wait for locks (the busy timeout) differ from SQLite's defaults.
/// </remarks>
internal static class SqliteSettings
{
    private static readonly string[] Recorded =
    [
        "journal_mode", "synchronous", "page_size", "cache_size", "wal_autocheckpoint", "mmap_size", "auto_vacuum",
        "locking_mode", "journal_size_limit", "temp_store", "busy_timeout", "encoding", "checkpoint_fullfsync", "fullfsync",
    ];

    /// <summary>Opens a connection without pooling, so that closing it closes the file.</summary>
    /// <param name="path">The database file.</param>
    /// <param name="mode">Whether to create the file, and whether to write.</param>
    /// <param name="timeout">Longest wait for another process's lock.</param>
    public static SqliteConnection Open(string path, SqliteOpenMode mode, TimeSpan timeout)
    {
        SqliteLibrary.Start();
        var connection = new SqliteConnection(new SqliteConnectionStringBuilder
        {
            DataSource = path,
            Mode = mode,
            Pooling = false,
            DefaultTimeout = Math.Max(1, (int)timeout.TotalSeconds),
        }.ConnectionString);
        try
        {
            connection.Open();
            raw.sqlite3_busy_timeout(connection.Handle, (int)timeout.TotalMilliseconds);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Applies a durability level to a connection.</summary>
    public static void ApplyContract(SqliteConnection connection, string contract) =>
        Execute(connection, $"PRAGMA synchronous = {contract}");

    public static void Execute(SqliteConnection connection, string sql) => Change(connection, sql);

    /// <summary>Executes a statement and tells how many rows it changed.</summary>
    public static int Change(SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteNonQuery();
    }

    public static long Number(SqliteConnection connection, string sql) =>
        Convert.ToInt64(Scalar(connection, sql), CultureInfo.InvariantCulture);

    public static string Text(SqliteConnection connection, string sql) =>
        Convert.ToString(Scalar(connection, sql), CultureInfo.InvariantCulture) ?? string.Empty;

    /// <summary>
    /// Reads the settings of a connection that influence figures, and how the library was built, for the description in results.
    /// </summary>
    public static Dictionary<string, string> Read(SqliteConnection connection)
    {
        var settings = Recorded.ToDictionary(
            name => name, name => Text(connection, $"PRAGMA {name}"), StringComparer.Ordinal);
        settings["connection_mutex"] = SqliteNative.Mutex(connection.Handle!.DangerousGetHandle()) == 0 ? "none" : "at each call";
        settings["compile_threadsafe"] = raw.sqlite3_threadsafe().ToString(CultureInfo.InvariantCulture);
        return settings;
    }

    private static object? Scalar(SqliteConnection connection, string sql)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar();
    }
}
