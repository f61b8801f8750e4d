using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Reads the settings of server and database that influence figures, for the description that <see cref="SqlServerTarget"/>
/// makes. <see cref="SqlServerDefinition"/> checks the server's memory by it. Changes nothing.
/// </summary>
internal static class SqlServerSettings
{
    private const string OfFile = "database.file.";

    private static readonly (string Name, string Sql)[] Questions =
    [
        ("server", "SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128)), CAST(SERVERPROPERTY('Edition') AS "
            + "nvarchar(128)), "
            + "CAST(SERVERPROPERTY('ProductLevel') AS nvarchar(128)), CAST(@@VERSION AS nvarchar(512))"),
        ("configuration",
            "SELECT CAST(name AS nvarchar(128)), CAST(CAST(value_in_use AS bigint) AS nvarchar(40)) FROM sys.configurations "
            + "WHERE name IN "
            + "(N'max server memory (MB)', N'min server memory (MB)', N'max degree of parallelism', N'cost threshold for "
            + "parallelism', N'recovery interval (min)', "
            + "N'network packet size (B)', N'max worker threads', N'backup compression default')"),
        ("database", "SELECT CAST(recovery_model_desc AS nvarchar(60)), CAST(delayed_durability_desc AS nvarchar(60)), "
            + "CAST(compatibility_level AS nvarchar(10)), "
            + "CAST(page_verify_option_desc AS nvarchar(60)) FROM sys.databases WHERE name = @p1"),
        ("accelerated recovery",
            "SELECT CAST(CAST(is_accelerated_database_recovery_on AS int) AS nvarchar(10)) FROM sys.databases WHERE name = @p1"),
        ("host", "SELECT CAST(cpu_count AS nvarchar(20)), CAST(physical_memory_kb / 1024 AS nvarchar(20)) FROM "
            + "sys.dm_os_sys_info"),
        ("files", "SELECT CAST(type_desc AS nvarchar(60)), CAST(physical_name AS nvarchar(512)), CAST(CAST(size AS bigint) / "
            + "128 AS nvarchar(20)), "
            + "CASE is_percent_growth WHEN 1 THEN CAST(growth AS nvarchar(20)) + N' %' ELSE CAST(growth / 128 AS "
            + "nvarchar(20)) + N' MB' END FROM sys.database_files"),
        ("trace flags", "DECLARE @t TABLE (flag int, status int, isGlobal int, isSession int); INSERT INTO @t EXEC (N'DBCC "
            + "TRACESTATUS(-1) WITH NO_INFOMSGS'); "
            + "SELECT CAST(flag AS nvarchar(20)) FROM @t"),
    ];

    /// <summary>The version, for a description.</summary>
    public static string Version(ISqlServerSession session)
    {
        if (Babelfish.Version(session) is { } babelfish)
        {
            return Babelfish.Describe(session, babelfish);
        }

        string?[] row = Rows(session, Questions[0].Sql, 4)[0];
        return $"Microsoft SQL Server {row[0]} {row[2]}, {row[1]}";
    }

    /// <summary>Refuses a server whose memory differs from what the user required.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="wantedMb">Required <c>max server memory</c> in MB. Null for no requirement.</param>
    /// <exception cref="TargetException">The server has another. The message contains the statement that sets it.</exception>
    public static void CheckMemory(ISqlServerSession session, int? wantedMb)
    {
        if (wantedMb is not { } wanted)
        {
            return;
        }

        using var rows =
            session.Query("SELECT CAST(value_in_use AS bigint) FROM sys.configurations WHERE name = N'max server memory (MB)'");
        long has = rows.Read() ? rows.Int64() : 0;
        if (has != wanted)
        {
            throw new TargetException(FormattableString.Invariant(
                $"The server's max server memory is {has} MB, and server_memory asks for {wanted}: EXEC sp_configure 'show advanced options', 1; RECONFIGURE; EXEC sp_configure 'max server memory (MB)', {wanted}; RECONFIGURE"));
        }
    }

    /// <summary>Reads the settings. Names those that the login may not read.</summary>
    /// <param name="session">A session of the database if it existed before this run, else of any.</param>
    /// <param name="found">
    /// The existing database. Null if one is created per trial: settings then come from the server's model of new databases, so
    /// that the answer is the same before and during a trial.
    /// </param>
    public static SortedDictionary<string, string> Read(ISqlServerSession session, string? found)
    {
        string database = found ?? "model";
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Ask(session, settings, 0, 4, row =>
        {
            settings["server.version"] = row[0] ?? string.Empty;
            settings["server.edition"] = row[1] ?? string.Empty;
            settings["server.host"] = (row[3] ?? string.Empty).Split('\n')[^1].Trim();
        });
        Ask(session, settings, 1, 2, row => settings["server." + row[0]] = row[1] ?? string.Empty);
        Ask(session, settings, 2, 4, row =>
        {
            settings["database.recovery"] = row[0] ?? string.Empty;
            settings["database.delayed_durability"] = row[1] ?? string.Empty;
            settings["database.compatibility_level"] = row[2] ?? string.Empty;
            settings["database.page_verify"] = row[3] ?? string.Empty;
        }, database);
        Ask(session, settings, 3, 1, row => settings["database.accelerated_recovery"] = row[0] == "1" ? "on" : "off", database);
        Ask(session, settings, 4, 2, row =>
        {
            settings["server.cpu_count"] = row[0] ?? string.Empty;
            settings["server.physical_memory"] = row[1] + " MB";
        });
        int file = 0;
        if (found is not null)
        {
            Ask(session, settings, 5, 4, row => settings[string.Create(CultureInfo.InvariantCulture, $"{OfFile}{++file}")] =
                $"{row[0]} {row[1]}, {row[2]} MB, grows by {row[3]}");
        }

        var flags = new List<string>();
        Ask(session, settings, 6, 1, row => flags.Add(row[0] ?? string.Empty));
        settings["server.trace_flags"] = flags.Count > 0 ? string.Join(", ", flags) : "none";
        return settings;
    }

    /// <summary>True for a setting that tells place and size of a file of the database.</summary>
    /// <param name="setting">Name of the setting.</param>
    public static bool IsOfFile(string setting) => setting.StartsWith(OfFile, StringComparison.Ordinal);

    private static void Ask(ISqlServerSession session, SortedDictionary<string, string> settings, int question, int columns,
        Action<string?[]> take, params ReadOnlySpan<object> parameters)
    {
        try
        {
            Rows(session, Questions[question].Sql, columns, parameters).ForEach(take);
        }
        catch (Exception e) when (DriverCalls.IsFailure(e) && !SqlServerErrors.IsUnreachable(e))
        {
            // An older server lacks the column, or the login lacks the permission.
            settings[$"not told: {Questions[question].Name}"] = SqlServerErrors.Describe(e);
        }
    }

    private static List<string?[]> Rows(ISqlServerSession session, string sql, int columns,
        params ReadOnlySpan<object> parameters)
    {
        var all = new List<string?[]>();
        using var rows = session.Query(sql, parameters);
        while (rows.Read())
        {
            string?[] row = new string?[columns];
            for (int i = 0; i < columns; i++)
            {
                row[i] = rows.Text();
            }

            all.Add(row);
        }

        return all;
    }
}
