using System.Runtime.InteropServices;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The few functions of the SQLite library that <see cref="SqliteInsert"/>, <see cref="SqliteKeyed"/> and
/// <see cref="SqliteReader"/> call for every value or row, and two about a connection. SQLitePCL.raw counts references of a safe
/// handle at each call. The bindings here do not, so callers must keep statement and connection alive. Those with
/// <c>SuppressGCTransition</c> do not switch the garbage collector's mode either: only functions that return within nanoseconds
/// and never block may have it.
/// </summary>
internal static partial class SqliteNative
{
    private const string Library = "e_sqlite3";

    [LibraryImport(Library, EntryPoint = "sqlite3_bind_double")]
    [SuppressGCTransition]
    public static partial int BindDouble(nint statement, int index, double value);

    [LibraryImport(Library, EntryPoint = "sqlite3_bind_int64")]
    [SuppressGCTransition]
    public static partial int BindInt64(nint statement, int index, long value);

    [LibraryImport(Library, EntryPoint = "sqlite3_column_double")]
    [SuppressGCTransition]
    public static partial double ColumnDouble(nint statement, int column);

    [LibraryImport(Library, EntryPoint = "sqlite3_column_int64")]
    [SuppressGCTransition]
    public static partial long ColumnInt64(nint statement, int column);

    [LibraryImport(Library, EntryPoint = "sqlite3_column_type")]
    [SuppressGCTransition]
    public static partial int ColumnType(nint statement, int column);

    [LibraryImport(Library, EntryPoint = "sqlite3_step")]
    public static partial int Step(nint statement);

    [LibraryImport(Library, EntryPoint = "sqlite3_reset")]
    public static partial int Reset(nint statement);

    /// <summary>The mutex of a connection, for the description. 0 if the connection has none.</summary>
    [LibraryImport(Library, EntryPoint = "sqlite3_db_mutex")]
    public static partial nint Mutex(nint database);

    /// <summary>Asks about a connection's file. <see cref="SqliteStore.IsInPlace"/> asks whether the file was moved.</summary>
    [LibraryImport(Library, EntryPoint = "sqlite3_file_control", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int FileControl(nint database, string name, int operation, out int result);
}
