using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// The SQLite library of this process. <see cref="SqliteSettings"/> starts it before the first connection, and
/// <see cref="SqliteDefinition"/> and <see cref="SqliteTarget"/> report its version. Its configuration applies to the whole
/// process and cannot change later.
/// </summary>
internal static class SqliteLibrary
{
    /// <summary>
    /// Loads the library and turns the mutex of connections off, as the <c>sqlite3</c> shell does. Sources take turns by
    /// <see cref="SqliteStore.Lock"/>, and locking at each bound value costs a seventh of an insertion. A process that used
    /// SQLite before keeps its mutexes. The recorded settings tell which applies.
    /// </summary>
    /// <seealso href="https://www.sqlite.org/threadsafe.html"/>
    static SqliteLibrary()
    {
        Batteries_V2.Init();
        _ = raw.sqlite3_config(raw.SQLITE_CONFIG_MULTITHREAD);
    }

    /// <summary>Its version, for example <c>3.50.4</c>.</summary>
    public static string Version => raw.sqlite3_libversion().utf8_to_string();

    /// <summary>Loads the library. Later calls do nothing.</summary>
    public static void Start() =>
        System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(SqliteLibrary).TypeHandle);
}
