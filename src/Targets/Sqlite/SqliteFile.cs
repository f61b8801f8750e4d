using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>The database's file: opened, checked to be one, and put in write-ahead mode.</summary>
/// <param name="path">The full path.</param>
/// <param name="isOwn">Whether the file is the product's own, to be deleted at will.</param>
/// <param name="timeout">How long to wait for another process's lock.</param>
internal sealed class SqliteFile(string path, bool isOwn, TimeSpan timeout)
{
    private string? _originalJournalMode;

    public string FullPath { get; } = path;

    public bool IsOwn { get; } = isOwn;

    public TimeSpan Timeout { get; } = timeout;

    /// <summary>The file itself and those that SQLite keeps beside it.</summary>
    public IReadOnlyList<string> Parts => [FullPath, FullPath + "-wal", FullPath + "-shm"];

    /// <summary>Opens the file, creating it when it is not there.</summary>
    /// <exception cref="ArgumentException">It is there and is not an SQLite database.</exception>
    /// <exception cref="TargetException">It cannot be opened or written to.</exception>
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

    /// <summary>Opens the file, which must be there, for writing.</summary>
    public SqliteConnection OpenExisting(string contract)
    {
        var connection = SqliteSettings.Open(FullPath, SqliteOpenMode.ReadWrite, Timeout);
        SqliteSettings.ApplyContract(connection, contract);
        return connection;
    }

    /// <summary>Deletes the product's own file.</summary>
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
    /// Gives a user's file the journal mode back that it had; leaves it when another process still uses the file. The
    /// caller's own connections must be closed.
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
            // In use elsewhere, or gone: the file works in either mode.
        }
    }
}
