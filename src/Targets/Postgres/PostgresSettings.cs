using DbIngest.Abstractions.Targets;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Reads the server's settings that influence figures, and tells whether the server runs with its vendor's settings.
/// <see cref="PostgresTarget"/> describes the server by them. <see cref="PostgresDefinition"/> at the opening, and the target
/// before each trial, refuse a server whose settings contradict the durability level. Changes nothing.
/// </summary>
internal static class PostgresSettings
{
    private static readonly string[] Recorded =
    [
        "autovacuum", "backend_flush_after", "bgwriter_delay", "bgwriter_lru_maxpages", "block_size",
            "checkpoint_completion_target",
        "checkpoint_flush_after", "checkpoint_timeout", "commit_delay", "commit_siblings", "data_checksums",
            "effective_io_concurrency",
        "fsync", "full_page_writes", "huge_pages", "io_method", "jit", "maintenance_work_mem", "max_connections",
        "max_wal_size", "min_wal_size", "shared_buffers", "synchronous_commit", "synchronous_standby_names", "track_io_timing",
        "wal_buffers", "wal_compression", "wal_init_zero", "wal_level", "wal_log_hints", "wal_recycle", "wal_segment_size",
        "wal_sync_method", "wal_writer_delay", "wal_writer_flush_after", "max_wal_senders", "archive_mode",
    ];

    /// <summary>Reads the settings in force, by name and with units.</summary>
    /// <param name="connection">A session.</param>
    /// <returns>The settings in force.</returns>
    public static SortedDictionary<string, string> Read(NpgsqlConnection connection)
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        using var command = new NpgsqlCommand(
            "SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY(string_to_array($1, ','))", connection);
        command.Parameters.Add(new() { Value = string.Join(',', Recorded) });
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            settings[reader.GetString(0)] = reader.GetString(1);
        }

        return settings;
    }

    /// <summary>
    /// Lists tuned settings: those that differ from the built-in value, except those of connections, logging, locale, file
    /// places, and those that initdb sets: before version 15 the built-in value of shared_buffers is not its 128 MB.
    /// </summary>
    /// <param name="connection">A session.</param>
    /// <returns><c>default</c>, or <c>tuned:</c> and each such setting.</returns>
    public static string Configuration(NpgsqlConnection connection)
    {
        using var command = new NpgsqlCommand(
            "SELECT coalesce('tuned: ' || string_agg(name || '=' || current_setting(name), ', ' ORDER BY name), 'default') "
            + "FROM pg_settings "
            + "WHERE setting IS DISTINCT FROM boot_val AND source IN ('configuration file', 'command line', 'global', "
            + "'database', 'user', 'database user') "
            + "AND category !~ '^(Client Connection Defaults / (Locale|Other)|Connections and Authentication|Reporting and "
            + "Logging|File Locations|Process Title|Preset)' "
            + "AND name NOT IN ('dynamic_shared_memory_type', 'default_text_search_config', 'citus.local_hostname', "
            + "'stats_temp_directory') AND NOT (name = 'shared_buffers' AND current_setting(name) = '128MB')",
            connection);
        return (string)command.ExecuteScalar()!;
    }

    /// <summary>Refuses a server whose settings contradict a durability level.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="contract">The durability level.</param>
    /// <exception cref="TargetException">The settings contradict the level.</exception>
    public static void Check(NpgsqlConnection connection, DurabilityContract contract)
    {
        using var command =
            new NpgsqlCommand("SELECT current_setting('fsync'), current_setting('synchronous_standby_names')", connection);
        using var reader = command.ExecuteReader();
        reader.Read();
        PostgresContracts.Check(contract, reader.GetString(0), reader.GetString(1));
    }
}
