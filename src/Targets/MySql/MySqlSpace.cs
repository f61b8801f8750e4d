using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Measures the disk space of the trial's table: as the server reports it, and by its file if the server is local.
/// <see cref="MySqlTarget"/> reads the position of the logs when a trial begins, and measures the empty table and then the
/// settled one, never on the timed path. It refreshes the table's statistics (<c>ANALYZE TABLE</c>) and changes nothing else. For
/// a user who may not list binary logs, log bytes are those of the redo log alone.
/// </summary>
internal static class MySqlSpace
{
    /// <summary>
    /// Measures the table. Rows lie in the tree of the primary or hidden key and count as data. Index bytes are those of the
    /// indexes on time and series, and 0 without them.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="logStart">Result of <see cref="LogBytes"/> at the start of the trial.</param>
    /// <param name="isLocal">True if the server's files are on this machine.</param>
    public static DiskSpace Measure(MySqlConnection connection, MySqlTable table, long logStart, bool isLocal)
    {
        var (data, index) = Pages(connection, table);
        var space = new DiskSpace(data, index, Math.Max(0, LogBytes(connection) - logStart));
        return isLocal && File(connection, table) is { } file
            ? space with { FilesApparentBytes = file.ApparentBytes, FilesAllocatedBytes = file.AllocatedBytes }
            : space;
    }

    /// <summary>
    /// Bytes written to the redo log since the server was installed or started, plus the present size of binary logs. Only the
    /// difference between two calls has a meaning. It includes what other clients of the server wrote.
    /// </summary>
    /// <param name="connection">A session.</param>
    public static long LogBytes(MySqlConnection connection)
    {
        // The log position if the server reports it (MariaDB, and MySQL from 8.0.30 on), else the bytes since the server's start.
        var counters = connection
            .Query("SHOW GLOBAL STATUS WHERE Variable_name IN ('Innodb_lsn_current', 'Innodb_redo_log_current_lsn', "
                + "'Innodb_os_log_written')")
            .ToDictionary(row => row[0]!, row => Number(row[1]), StringComparer.OrdinalIgnoreCase);
        long redo = counters.TryGetValue("Innodb_lsn_current", out long position)
            || counters.TryGetValue("Innodb_redo_log_current_lsn", out position)
            ? position
            : counters.GetValueOrDefault("Innodb_os_log_written");
        return redo + BinaryLogs(connection);
    }

    private static long BinaryLogs(MySqlConnection connection)
    {
        try
        {
            return connection.Query("SELECT @@log_bin")[0][0] == "1" ? connection.Query("SHOW BINARY LOGS")
                .Sum(row => Number(row[1])) : 0;
        }
        catch (MySqlServerException e) when (MySqlErrors.IsUnprivileged(e))
        {
            // Only administrators may list binary logs.
            return 0;
        }
    }

    /// <summary>
    /// Bytes of the pages of the table and of its secondary indexes, with reserved free pages, from statistics refreshed now.
    /// They sample 20 pages and do not read the table. The file has free extents in addition, by which it grows.
    /// </summary>
    private static (long Data, long Index) Pages(MySqlConnection connection, MySqlTable table)
    {
        if (!connection.IsMariaDb)
        {
            connection.Execute("SET SESSION information_schema_stats_expiry = 0");
        }

        connection.Query($"ANALYZE NO_WRITE_TO_BINLOG TABLE {table.Name}");
        var rows = connection.Query(
            $"SELECT DATA_LENGTH, INDEX_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = '{table.Database}' AND "
            + $"TABLE_NAME = '{table.UnqualifiedName}'");
        return rows.Count > 0 ? (Number(rows[0][0]), Number(rows[0][1]))
            : throw new TargetException($"There is no table {table.Name}: prepare it first.");
    }

    private static FileSpace? File(MySqlConnection connection, MySqlTable table)
    {
        try
        {
            string file = Path.Combine(connection.Query("SELECT @@datadir")[0][0]!, table.Database,
                table.UnqualifiedName + ".ibd");
            return System.IO.File.Exists(file) ? FileSpace.OfFiles([file]) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long Number(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
