using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The database file: opens it, checks that it is an SQLite database, and puts it into write-ahead mode (journal mode WAL).
/// <see cref="SqliteTarget"/> and <see cref="SqliteStore"/> share one with <see cref="SqliteTimeQueries"/> and
/// <see cref="SqliteSourceNames"/>. It deletes only a file that the product created, and gives a user's file its journal mode
/// back.
/// </summary>
/// <param name="path">The full path.</param>
/// <param name="isOwn">True if the product created the file and may delete it.</param>
/// <param name="timeout">Longest wait for another process's lock.</param>
internal sealed class SqliteFile(string path, bool isOwn, TimeSpan timeout)
{
    private string? _originalJournalMode;

    public string FullPath { get; } = path;

    public bool IsOwn { get; } = isOwn;

    public TimeSpan Timeout { get; } = timeout;

    /// <summary>The file and the files that SQLite keeps beside it.</summary>
    public IReadOnlyList<string> Parts => [FullPath, FullPath + "-wal", FullPath + "-shm"];

    /// <summary>Opens the file, and creates it when missing.</summary>
    /// <param name="contract">Name of the durability level, which is the synchronous mode.</param>
    /// <exception cref="ArgumentException">The file exists and is not an SQLite database.</exception>
    /// <exception cref="TargetException">The file cannot be opened or written.</exception>
    public SqliteConnection OpenOrCreate(string contract)
    {
        SqliteConnection? connection = null;
        try
        {
            connection = SqliteSettings.Open(FullPath, SqliteOpenMode.ReadWriteCreate, Timeout);
            string mode = SqliteSettings.Text(connection, "PRAGMA journal_mode");
            if (mode != "wal" && SqliteSettings.Text(connection, "PRAGMA journal_mode = wal") != "wal")
            {
                throw new TargetException($"SQLite cannot keep a write-ahead log beside {FullPath}: choose a local filesystem.");
            }

            _originalJournalMode ??= mode;
            SqliteSettings.ApplyContract(connection, contract);
            return connection;
        }
        catch (SqliteException e)
        {
            connection?.Dispose();
            throw e.SqliteErrorCode == raw.SQLITE_NOTADB
                ? new ArgumentException($"--endpoint {FullPath}: the file is not an SQLite database; name another, or a new one.",
                    e)
                : SqliteErrors.Target(FullPath, "opening", e);
        }
        catch (TargetException)
        {
            connection?.Dispose();
            throw;
        }
    }

    /// <summary>Opens an existing file for writing.</summary>
    /// <param name="contract">Name of the durability level, which is the synchronous mode.</param>
    public SqliteConnection OpenExisting(string contract)
    {
        var connection = SqliteSettings.Open(FullPath, SqliteOpenMode.ReadWrite, Timeout);
        SqliteSettings.ApplyContract(connection, contract);
        return connection;
    }

    /// <summary>Deletes the file and the files beside it. Only for a file that the product created.</summary>
    public void Delete()
    {
        try
        {
            foreach (string part in Parts)
            {
                File.Delete(part);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"{FullPath} cannot be deleted: {e.Message}", e);
        }
    }

    /// <summary>
    /// Restores the journal mode that a user's file had. Leaves it if another process uses the file. The caller must have closed
    /// its own connections.
    /// </summary>
    public void RestoreJournalMode()
    {
        if (_originalJournalMode is null or "wal" || !File.Exists(FullPath))
        {
            return;
        }

        try
        {
            using var connection = SqliteSettings.Open(FullPath, SqliteOpenMode.ReadWrite, TimeSpan.FromSeconds(1));
            SqliteSettings.Text(connection, $"PRAGMA journal_mode = {_originalJournalMode}");
        }
        catch (SqliteException)
        {
            // The file is in use elsewhere, or gone. It works in either mode.
        }
    }
}
