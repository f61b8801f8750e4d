using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Adapts the target to Babelfish for PostgreSQL, which speaks SQL Server's protocol and a part of its language. Babelfish
/// silently ignores checkpoints, compression, memory-optimised tables and load locks, so the target never requests them of it.
/// <see cref="SqlServerDefinition"/> recognises Babelfish when it opens a target, and target and writers call this class only
/// then.
/// </summary>
internal static class Babelfish
{
    /// <summary>Licence notice of its figures, in place of SQL Server's.</summary>
    public const string LicenceNotice =
        "Babelfish for PostgreSQL is under the Apache License, version 2.0, and the PostgreSQL License, which do not restrict "
        + "benchmarks. Its figures are not SQL Server's.";

    /// <summary>Query for the position in the write-ahead log of the whole PostgreSQL server, in bytes.</summary>
    public const string Log = "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint)";

    /// <summary>Query for the bytes of the table with its indexes, and of the indexes.</summary>
    public const string Space =
        $"SELECT CAST(pg_total_relation_size(OBJECT_ID({SqlServerTable.NameInText})) AS bigint), "
        + $"CAST(pg_indexes_size(OBJECT_ID({SqlServerTable.NameInText})) AS bigint)";

    // As SqlBulkCopy of SqlClient 7 collects the columns of its table.
    private const string CollectedNames =
        "DECLARE @n nvarchar(10); SELECT @n = COALESCE(@n + ',', '') + n "
        + "FROM (SELECT N'a' AS n, 1 AS i UNION ALL SELECT N'b', 2) AS two ORDER BY i; SELECT @n";

    /// <summary>Babelfish's version. Null for SQL Server itself, which does not know the property.</summary>
    public static string? Version(ISqlServerSession session) =>
        One(session, "SELECT CAST(SERVERPROPERTY('BabelfishVersion') AS nvarchar(128))");

    /// <summary>Product and version, for a description.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="version">Version of Babelfish.</param>
    public static string Describe(ISqlServerSession session, string version) =>
        $"Babelfish for PostgreSQL {version} (PostgreSQL "
        + $"{One(session, "SELECT CAST(current_setting('server_version') AS nvarchar(128))")})";

    /// <summary>
    /// Refuses options that Babelfish would ignore, a PostgreSQL server that cannot keep the durability level, and the vendor's
    /// driver where its loads would fail.
    /// </summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="endpoint">How to store records.</param>
    /// <param name="driver">The vendor's driver with its version. Null for the wire client.</param>
    /// <exception cref="TargetException">
    /// An option is not supported, a setting contradicts the durability level, or the driver cannot load.
    /// </exception>
    public static void Check(ISqlServerSession session, SqlServerEndpoint endpoint, string? driver)
    {
        if (endpoint.OfSqlServer.FirstOrDefault() is { } option)
        {
            throw new TargetException(
                $"--endpoint: {option} is SQL Server's, and {endpoint.DataSource} is Babelfish, which would refuse it or take "
                + $"it without effect: leave it out.");
        }

        if (One(session, "SELECT CAST(current_setting('fsync') AS nvarchar(20))") != "on")
        {
            throw new TargetException(
                "PostgreSQL under Babelfish has fsync = off, which keeps no contract: set fsync = on in its postgresql.conf.");
        }

        if (driver is not null && One(session, CollectedNames) != "a,b")
        {
            throw new TargetException(
                $"--client: {driver} cannot load into {endpoint.DataSource}: its SqlBulkCopy collects the columns of a table in a "
                + "variable, of which this version of Babelfish keeps the last alone. Use --client wire.");
        }
    }

    /// <summary>The value of <c>synchronous_commit</c> that keeps a durability level.</summary>
    public static string Commit(DurabilityContract contract) => SqlServerContracts.Setting(contract) == "FORCED" ? "off" : "on";

    /// <summary>Sets the durability level of a session. In PostgreSQL it belongs to the session, not to the database.</summary>
    /// <param name="session">A session of a writer.</param>
    /// <param name="commit">The value of <see cref="Commit"/>.</param>
    public static void Keep(ISqlServerSession session, string commit) =>
        session.Query($"SELECT CAST(set_config('synchronous_commit', '{commit}', false) AS nvarchar(20))").Dispose();

    /// <summary>PostgreSQL's settings that influence figures.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="version">Version of Babelfish.</param>
    public static SortedDictionary<string, string> Settings(ISqlServerSession session, string version)
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["server.engine"] = Describe(session, version),
            ["server.compatibility"] = One(session, "SELECT CAST(SERVERPROPERTY('ProductVersion') AS nvarchar(128))")
                ?? string.Empty,
        };
        using var rows = session.Query(
            "SELECT CAST(name AS nvarchar(100)), CAST(current_setting(name) AS nvarchar(200)) FROM pg_settings WHERE name IN "
            + "(N'fsync', N'full_page_writes', "
            + "N'wal_level', N'max_wal_size', N'checkpoint_timeout', N'shared_buffers', N'autovacuum')");
        while (rows.Read())
        {
            settings[$"postgres.{rows.Text()}"] = rows.Text() ?? string.Empty;
        }

        return settings;
    }

    private static string? One(ISqlServerSession session, string sql)
    {
        using var rows = session.Query(sql);
        return rows.Read() ? rows.Text() : null;
    }
}
