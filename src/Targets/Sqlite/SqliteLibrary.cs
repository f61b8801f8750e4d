using SQLitePCL;

namespace DbIngest.Targets.Sqlite;

/// <summary>The SQLite library of this process, started as this product uses it.</summary>
internal static class SqliteLibrary
{
    /// <summary>
    /// Loads the library; before its first connection, so that connections come without a mutex of their own, as those of the
    /// <c>sqlite3</c> shell do: sources take turns by <see cref="SqliteStore.Lock"/>, and a lock at each bound value is a seventh
    /// of an insertion. A process that has used SQLite before keeps its mutexes; the settings say which it is.
    /// </summary>
    /// <seealso href="https://www.sqlite.org/threadsafe.html"/>
    static SqliteLibrary()
    {
        Batteries_V2.Init();
        _ = raw.sqlite3_config(raw.SQLITE_CONFIG_MULTITHREAD);
    }

    /// <summary>Its version, as <c>3.50.4</c>.</summary>
    public static string Version => raw.sqlite3_libversion().utf8_to_string();

    /// <summary>Starts it, once.</summary>
    public static void Start() =>
        System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(SqliteLibrary).TypeHandle);
}
