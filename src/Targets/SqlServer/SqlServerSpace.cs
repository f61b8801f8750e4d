using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>Disk space of the table and writes to the log, as the server counts them.</summary>
internal static class SqlServerSpace
{
    private const string LogWritten =
        "SELECT CAST(COALESCE(SUM(s.num_of_bytes_written), 0) AS bigint) FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS s "
        + "JOIN sys.database_files AS f ON f.file_id = s.file_id WHERE f.type_desc = N'LOG'";

    // As sp_spaceused splits it: what is used and neither rows nor large objects are pages of indexes. What is reserved and not
    // used counts as data: small bulk loads leave extents half empty, and nobody else gets them.
    private const string Reserved =
        "SELECT CAST(COALESCE(SUM(reserved_page_count), 0) * 8192 AS bigint), CAST(COALESCE(SUM(used_page_count - CASE WHEN "
        + "index_id < 2 "
        + "THEN in_row_data_page_count + lob_used_page_count + row_overflow_used_page_count ELSE 0 END), 0) * 8192 AS bigint) "
        + $"FROM sys.dm_db_partition_stats WHERE object_id = OBJECT_ID({SqlServerTable.NameInText})";

    private const string MemoryFiles =
        "SELECT CAST(COALESCE(SUM(file_size_used_in_bytes), 0) AS bigint) FROM sys.dm_db_xtp_checkpoint_files";

    /// <summary>Measures.</summary>
    /// <param name="session">A session of the database.</param>
    /// <param name="logStart">The bytes of the log to count from.</param>
    /// <param name="store">How the table keeps rows.</param>
    /// <param name="isBabelfish">Whether the engine is Babelfish.</param>
    public static DiskSpace Measure(ISqlServerSession session, long logStart, string store, bool isBabelfish)
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
        return new DiskSpace(reserved - index + memory, index, Log(session, isBabelfish) - logStart);
    }

    /// <summary>Bytes written to the log since the server opened the database, or of another beginning that stays.</summary>
    /// <param name="session">A session of the database.</param>
    /// <param name="isBabelfish">Whether the engine is Babelfish.</param>
    public static long Log(ISqlServerSession session, bool isBabelfish) =>
        Number(session, isBabelfish ? Babelfish.Log : LogWritten);

    private static long Number(ISqlServerSession session, string sql)
    {
        using var rows = session.Query(sql);
        return rows.Read() ? rows.Int64() : 0;
    }
}
