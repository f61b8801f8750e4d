using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// Babelfish for PostgreSQL, which speaks SQL Server's protocol and a part of its language. It takes some of what it does not
/// have without a word (checkpoints, compression, tables in memory, locks of a load): that is not asked of it, and what it is and
/// how it is set is told in PostgreSQL's own terms.
/// </summary>
internal static class Babelfish
{
    /// <summary>The notice of its figures, in place of SQL Server's.</summary>
    public const string LicenceNotice =
        "Babelfish for PostgreSQL is under the Apache License, version 2.0, and the PostgreSQL License, which do not restrict "
        + "benchmarks. Its figures are not SQL Server's.";

    /// <summary>Bytes of the write-ahead log, of all of its PostgreSQL.</summary>
    public const string Log = "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bigint)";

    /// <summary>Bytes of the table with its indexes, and of these alone.</summary>
    public const string Space =
        $"SELECT CAST(pg_total_relation_size(OBJECT_ID({SqlServerTable.NameInText})) AS bigint), "
        + $"CAST(pg_indexes_size(OBJECT_ID({SqlServerTable.NameInText})) AS bigint)";

    /// <summary>The version; null where the server is none, as SQL Server itself, which knows no such property.</summary>
    public static string? Version(ISqlServerSession session) =>
        One(session, "SELECT CAST(SERVERPROPERTY('BabelfishVersion') AS nvarchar(128))");

    /// <summary>What it is, for a description.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="version">Its version.</param>
    public static string Describe(ISqlServerSession session, string version) =>
        $"Babelfish for PostgreSQL {version} (PostgreSQL "
        + $"{One(session, "SELECT CAST(current_setting('server_version') AS nvarchar(128))")})";

    /// <summary>Refuses what it would take without effect, and a PostgreSQL that can keep no contract.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="endpoint">What is asked for.</param>
    /// <exception cref="TargetException">It lacks an option, or is set otherwise.</exception>
    public static void Check(ISqlServerSession session, SqlServerEndpoint endpoint)
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
    }

    /// <summary>The value of <c>synchronous_commit</c> that keeps a contract.</summary>
    public static string Commit(DurabilityContract contract) => SqlServerContracts.Setting(contract) == "FORCED" ? "off" : "on";

    /// <summary>Makes a session keep a contract, which in PostgreSQL is the session's, not the database's.</summary>
    /// <param name="session">A session that writes.</param>
    /// <param name="commit">The value of <see cref="Commit"/>.</param>
    public static void Keep(ISqlServerSession session, string commit) =>
        session.Query($"SELECT CAST(set_config('synchronous_commit', '{commit}', false) AS nvarchar(20))").Dispose();

    /// <summary>PostgreSQL's settings that bear on the figures.</summary>
    /// <param name="session">A session of any database.</param>
    /// <param name="version">Babelfish's version.</param>
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
