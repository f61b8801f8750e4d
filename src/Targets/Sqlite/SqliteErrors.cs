using DbIngest.Abstractions.Targets;
using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Converts SQLite's result codes into the exceptions of targets and writers, with a remedy. <see cref="SqliteStore"/>,
/// <see cref="SqliteFile"/>, <see cref="SqliteTarget"/>, <see cref="SqliteTimeQueries"/> and <see cref="SqliteSourceNames"/> call
/// it. Of a writer's failures only a file that another process has locked is transient. It repeats no call.
/// </summary>
internal static class SqliteErrors
{
    private const int PrimaryCode = 0xff;

    /// <summary>Converts a failure on the timed path.</summary>
    /// <param name="database">The connection's handle, which knows the error text.</param>
    /// <param name="path">The database file.</param>
    /// <param name="action">What failed, as a participle: <c>writing to</c>.</param>
    /// <param name="code">SQLite's result code.</param>
    /// <param name="isAmbiguous">True if the batch may be stored.</param>
    public static BatchWriteException Write(sqlite3 database, string path, string action, int code, bool isAmbiguous) => new(
        Message(path, action, code, raw.sqlite3_errmsg(database).utf8_to_string()), IsTransient(code), isAmbiguous);

    /// <summary>
    /// Converts a failure that Microsoft.Data.Sqlite reports to a writer, when it opens the file or asks. Always ambiguous.
    /// </summary>
    public static BatchWriteException Write(string path, string action, Microsoft.Data.Sqlite.SqliteException e) => new(
        Message(path, action, e.SqliteExtendedErrorCode, e.Message), IsTransient(e.SqliteErrorCode), isAmbiguous: true, e);

    /// <summary>Converts the failure of a target's verb, such as Prepare.</summary>
    public static TargetException Target(string path, string action, Microsoft.Data.Sqlite.SqliteException e) => new(
        Message(path, action, e.SqliteExtendedErrorCode, e.Message), e, (e.SqliteErrorCode & PrimaryCode) == raw.SQLITE_CANTOPEN)
    {
        IsTransient = IsTransient(e.SqliteErrorCode),
    };

    /// <summary>Converts the failure of a checkpoint in Prepare, Settle or Clean. Never transient.</summary>
    public static TargetException Target(sqlite3 database, string path, string action, int code) => new(
        Message(path, action, code, raw.sqlite3_errmsg(database).utf8_to_string()));

    private static bool IsTransient(int code) => (code & PrimaryCode) is raw.SQLITE_BUSY or raw.SQLITE_LOCKED;

    private static string Message(string path, string action, int code, string text)
    {
        string remedy = (code & PrimaryCode) switch
        {
            raw.SQLITE_BUSY or raw.SQLITE_LOCKED => "another process holds the file; end it, or raise the request timeout",
            raw.SQLITE_FULL => "the disk is full; free some space",
            raw.SQLITE_READONLY => "the file, its folder or its filesystem is read-only; make it writable or choose another",
            raw.SQLITE_IOERR => "the filesystem failed; check the disk and its free space",
            raw.SQLITE_CANTOPEN => "the file or its folder is not there or not accessible",
            raw.SQLITE_NOTADB => "the file is not an SQLite database; choose another",
            raw.SQLITE_CORRUPT => "the file is damaged; choose another",
            _ => $"SQLite's result code is {code}",
        };
        return $"SQLite, {action} {path}: {text}: {remedy}.";
    }
}
