using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Reads the server's variables that influence figures. <see cref="MySqlTarget"/> records them in its description, and
/// <see cref="MySqlContracts"/> checks the durability level against them when a target opens and before each trial. Changes
/// nothing.
/// </summary>
internal static class MySqlSettings
{
    private static readonly string[] Recorded =
    [
        "binlog_format", "bulk_insert_buffer_size", "innodb_adaptive_hash_index", "innodb_buffer_pool_size",
            "innodb_change_buffering", "innodb_checksum_algorithm",
        "innodb_compression_default", "innodb_doublewrite", "innodb_file_per_table", "innodb_flush_log_at_timeout",
            "innodb_flush_log_at_trx_commit", "innodb_flush_method",
        "innodb_flush_neighbors", "innodb_io_capacity", "innodb_io_capacity_max", "innodb_log_buffer_size",
            "innodb_log_file_size", "innodb_log_files_in_group",
        "innodb_max_dirty_pages_pct", "innodb_page_size", "innodb_redo_log_capacity", "innodb_use_native_aio",
            "innodb_write_io_threads", "local_infile", "log_bin",
        "max_allowed_packet", "max_connections", "sync_binlog", "thread_handling", "transaction_isolation", "tx_isolation",
            "unique_checks",
    ];

    /// <summary>Reads the variables that the server has, by name.</summary>
    /// <param name="connection">A session.</param>
    public static SortedDictionary<string, string> Read(MySqlConnection connection)
    {
        string names = string.Join(',', Recorded.Select(n => $"'{n}'"));
        return new(
            connection.Query($"SHOW GLOBAL VARIABLES WHERE Variable_name IN ({names})")
                .ToDictionary(row => row[0]!, row => row[1] ?? string.Empty, StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    /// <summary>
    /// False if the redo log is switched off, as <c>ALTER INSTANCE DISABLE INNODB REDO_LOG</c> does in MySQL from 8.0.21 on.
    /// Other servers always have one.
    /// </summary>
    /// <param name="connection">A session.</param>
    public static bool HasRedoLog(MySqlConnection connection) =>
        connection.Query("SHOW GLOBAL STATUS WHERE Variable_name = 'Innodb_redo_log_enabled'") is not [[_, "OFF"], ..];
}
