using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Measures the disk space of the table and the writes to the log by the server's counters. <see cref="SqlServerTarget"/> calls
/// it before a trial and after settling, never during the timed path. Changes nothing.
/// </summary>
internal static class SqlServerSpace
{
    private const string LogWritten =
        "SELECT CAST(COALESCE(SUM(s.num_of_bytes_written), 0) AS bigint) FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS s "
        + "JOIN sys.database_files AS f ON f.file_id = s.file_id WHERE f.type_desc = N'LOG'";

    // As in sp_spaceused, used pages that hold neither rows nor large objects belong to indexes. Reserved but unused pages count
    // as data: small bulk loads leave extents half empty, and no other table can use them.
    private const string Reserved =
        "SELECT CAST(COALESCE(SUM(reserved_page_count), 0) * 8192 AS bigint), CAST(COALESCE(SUM(used_page_count - CASE WHEN "
        + "index_id < 2 "
        + "THEN in_row_data_page_count + lob_used_page_count + row_overflow_used_page_count ELSE 0 END), 0) * 8192 AS bigint) "
        + $"FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID({SqlServerTable.NameInText})";

    private const string MemoryFiles =
        "SELECT CAST(COALESCE(SUM(file_size_used_in_bytes), 0) AS bigint) FROM sys.dm_db_xtp_checkpoint_files";

    /// <summary>Measures.</summary>
    /// <param name="session">A session of the database.</param>
    /// <param name="log">Has taken the log's counter when the trial began.</param>
    /// <param name="store">Storage of the table.</param>
    /// <param name="isBabelfish">True if the server is Babelfish.</param>
    public static DiskSpace Measure(ISqlServerSession session, LogGrowth log, string store, bool isBabelfish)
    {
        long reserved;
        long index;
        using (var rows = session.Query(isBabelfish ? Babelfish.Space : Reserved))
        {
            rows.Read();
            reserved = rows.Int64();
            index = rows.Int64();
        }

        long memory = store == SqlServerOptions.Memory ? Number(session, MemoryFiles) : 0;
        return new DiskSpace(reserved - index + memory, index, Log(session, log, isBabelfish));
    }

    /// <summary>
    /// Bytes by which the log has grown since the first call. The server counts from when it opened the database, and Babelfish
    /// tells the position in its log.
    /// </summary>
    /// <param name="session">A session of the database.</param>
    /// <param name="log">Sums the growth.</param>
    /// <param name="isBabelfish">True if the server is Babelfish.</param>
    public static long Log(ISqlServerSession session, LogGrowth log, bool isBabelfish) =>
        log.Take("log", start: 0, Number(session, isBabelfish ? Babelfish.Log : LogWritten));

    private static long Number(ISqlServerSession session, string sql)
    {
        using var rows = session.Query(sql);
        return rows.Read() ? rows.Int64() : 0;
    }
}
