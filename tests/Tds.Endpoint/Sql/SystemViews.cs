using System.Text.RegularExpressions;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>
/// Questions on the server itself that a measurement asks: settings, space, log, counters, locks. Each is known by what it names;
/// the answers are the endpoint's own facts where it has them, and fixed ones elsewhere.
/// </summary>
internal static partial class SystemViews
{
    private const long PageBytes = 8192;

    /// <summary>The answer; null when the batch is no such question.</summary>
    public static RowSet? Answer(string sql, IReadOnlyDictionary<string, object?> parameters, Catalog catalog, SessionState state)
    {
        bool Has(string text) => sql.Contains(text, StringComparison.OrdinalIgnoreCase);

        return Has("sp_getapplock") ? Lock(sql, catalog, state)
            : Has("extended_properties")
                ? Count(catalog.Settings(ExtendedProperties().Match(sql).Groups["db"].Value).IsMarked ? 1 : 0)
            : Has("sys.databases") ? Databases(sql, parameters, catalog, state)
            : Has("dm_db_partition_stats") ? Space(catalog, state)
            : Has("dm_os_process_memory") ? Counters(catalog)
            : Has("dm_io_virtual_file_stats") ? Count(catalog.BytesOf(state.Database))
            : Has("column_store_row_groups") ? Count(0)
            : Has("xtp_checkpoint_files") ? Count(catalog.BytesOf(state.Database))
            : Has("max server memory (MB)'") && Has("AS bigint) FROM sys.configurations WHERE name = N'max") ? Count(2048)
            : Has("sys.configurations") ? Texts(["max server memory (MB)", "2048"], ["max degree of parallelism", "0"])
            : Has("dm_os_sys_info") ? Texts(["2", "4096"])
            : Has("sys.database_files")
                ? Texts(["ROWS", $"/data/{state.Database}.mdf", "1024", "256 MB"],
                ["LOG", $"/data/{state.Database}_log.ldf", "512", "128 MB"])
            : Has("TRACESTATUS") ? Texts(["3226"])
            : Has("InstanceDefaultDataPath") ? Texts(["/data/"])
            : Has("'BabelfishVersion'") ? new RowSet([new Column(string.Empty, ColumnType.Text)], [[null]])
            : Has("'ProductVersion'")
                ? Texts(["16.0.4155.4", "Endpoint of tests", "RTM", "DbIngest TDS endpoint\n\tnot a SQL Server"])
            : null;
    }

    private static RowSet Databases(string sql, IReadOnlyDictionary<string, object?> parameters, Catalog catalog,
        SessionState state)
    {
        string name = parameters.TryGetValue("@p1", out object? given) ? (string)given! : state.Database;
        if (!catalog.Has(name))
        {
            return Texts();
        }

        var settings = catalog.Settings(name);
        return sql.Contains("accelerated", StringComparison.Ordinal) ? Texts(["0"])
            : sql.Contains("recovery_model_desc", StringComparison.Ordinal)
                ? Texts([settings.Recovery, settings.Durability, "160", "CHECKSUM"])
            : Texts([settings.Durability]);
    }

    private static RowSet Space(Catalog catalog, SessionState state)
    {
        long pages = (catalog.BytesOf(state.Database) + PageBytes - 1) / PageBytes;
        long index = pages > 0 ? 1 : 0;
        return Numbers((pages + index) * PageBytes, index * PageBytes);
    }

    private static RowSet Counters(Catalog catalog) =>
        Numbers((long)Environment.CpuUsage.TotalTime.TotalMilliseconds, Environment.WorkingSet / 1024, Environment.ProcessorCount,
            0, catalog.Databases.Sum(catalog.BytesOf));

    private static RowSet Lock(string sql, Catalog catalog, SessionState state)
    {
        var question = AppLock().Match(sql);
        var patience = TimeSpan.FromMilliseconds(
            int.Parse(question.Groups["ms"].Value, System.Globalization.CultureInfo.InvariantCulture));
        bool isTaken = catalog.Locks.TryTake(question.Groups["name"].Value, state, patience);
        return new RowSet([new Column(string.Empty, ColumnType.Int)], [[isTaken ? 0L : -1L]]);
    }

    private static RowSet Count(long number) => Numbers(number);

    private static RowSet Numbers(params long[] numbers) =>
        new([.. numbers.Select(_ => new Column(string.Empty, ColumnType.BigInt))], [[.. numbers.Select(n => (object)n)]]);

    private static RowSet Texts(params string[][] rows) =>
        new([.. Enumerable.Range(0, rows.Length == 0 ? 1 : rows[0].Length)
            .Select(_ => new Column(string.Empty, ColumnType.Text))], rows);

    [GeneratedRegex("FROM \\[(?<db>[^\\]]+)\\]\\.sys\\.extended_properties", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ExtendedProperties();

    [GeneratedRegex("@Resource = N'(?<name>[^']+)'.*@LockTimeout = (?<ms>[0-9]+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex AppLock();
}
