using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.SqlServer;
using DbIngest.Tds.Endpoint;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Targets.Tests.SqlServer;

/// <summary>Babelfish behind the target: the test endpoint answers as Babelfish 4.3.0 does.</summary>
public sealed class BabelfishTests
{
    private static readonly PatternWorkload Workload = new(3);
    private static readonly TrialTable Table = new(Workload.Schema, 1, 100);

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Recognised_IsNamedAndNotAskedForWhatItLacks(string client)
    {
        var asked = new ConcurrentQueue<string>();
        using var endpoint = SqlServerFixture.Start(o => o with { Answers = [sql => AsBabelfish(sql, asked)] });
        using var target = Open(endpoint, client);
        var description = target.Describe();
        target.Prepare(Table);
        Trial.WriteAll(target, Workload, Table, 10);
        target.Settle(CancellationToken.None);

        description.ServerVersion.ShouldBe("Babelfish for PostgreSQL 4.3.0 (PostgreSQL 16.4)");
        description.LicenceNotice.ShouldNotBeNull().ShouldContain("not SQL Server's");
        description.Settings["postgres.synchronous_commit"].ShouldStartWith("on");
        description.Settings["postgres.fsync"].ShouldBe("on");
        asked.ShouldContain("SELECT CAST(set_config('synchronous_commit', 'on', false) AS nvarchar(20))");
        description.Settings["settle"].ShouldStartWith("nothing");
        description.Settings.Keys.ShouldNotContain("database.recovery");
        target.MeasureSpace()
            .ShouldSatisfyAllConditions(space => space.DataBytes.ShouldBe(8192), space => space.IndexBytes.ShouldBe(16384));
        Trial.Audit(target, Workload, Table).Findings.ShouldBeEmpty();
        target.Clean();
        endpoint.Catalog.Has("dbingest").ShouldBeFalse();
        asked.ShouldNotContain(sql => sql.Contains("CHECKPOINT", StringComparison.Ordinal)
            || sql.Contains("ALTER DATABASE", StringComparison.Ordinal) || sql.Contains("sys.dm_", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("&store=clustered", "on", "store is SQL Server's")]
    [InlineData("&compression=page", "on", "compression is SQL Server's")]
    [InlineData("&lock=table", "on", "lock is SQL Server's")]
    [InlineData("&log=1G", "on", "log is SQL Server's")]
    [InlineData("&server_memory=2G", "on", "server_memory is SQL Server's")]
    [InlineData("", "off", "set fsync = on")]
    public void AskedForWhatItLacks_SaysSo(string more, string fsync, string message)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { Answers = [sql => AsBabelfish(sql, [], fsync)] });

        Should.Throw<TargetException>(() => new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, WriteClient.Wire, more))).Message.ShouldContain(message);
    }

    /// <summary>Babelfish 4.3.0 does so, and SqlBulkCopy of SqlClient 7.0.3 then finds one column of the table.</summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void KeepingTheLastCollectedName_RefusesTheDriverAlone(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { Answers = [sql => AsBabelfish(sql, [], collected: "b")] });

        var opening = Record.Exception(() => Open(endpoint, client).Dispose());

        (opening?.Message.Contains("Use --client wire.", StringComparison.Ordinal) ?? false)
            .ShouldBe(client == WriteClient.Driver, opening?.Message);
    }

    [Fact]
    public void Delayed_IsSetByTheWriters()
    {
        var asked = new ConcurrentQueue<string>();
        using var endpoint = SqlServerFixture.Start(o => o with { Answers = [sql => AsBabelfish(sql, asked)] });
        using var target = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, WriteClient.Wire) with { Durability = "delayed" });
        target.Prepare(Table);

        target.OpenWriter(0).Dispose();

        asked.ShouldContain("SELECT CAST(set_config('synchronous_commit', 'off', false) AS nvarchar(20))");
    }

    /// <summary>Its documentation says that a statement adds a single column.</summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void AddValues_TakesAStatementForEach(string client)
    {
        var asked = new ConcurrentQueue<string>();
        using var endpoint = SqlServerFixture.Start(o => o with { Answers = [sql => AsBabelfish(sql, asked)] });
        using var target = Open(endpoint, client);
        var table = Table with { GetsValues = true };
        target.Prepare(table);

        target.AddValues(table with { Schema = table.Schema.WithAdded(2) });

        asked.Where(sql => sql.Contains("ALTER TABLE", StringComparison.Ordinal)).ShouldBe(
        [
            "IF COL_LENGTH(N'dbo.dbingest_records', N'added_1') IS NULL "
                + "ALTER TABLE [dbo].[dbingest_records] ADD [added_1] float(53) NULL",
            "IF COL_LENGTH(N'dbo.dbingest_records', N'added_2') IS NULL "
                + "ALTER TABLE [dbo].[dbingest_records] ADD [added_2] float(53) NULL",
        ]);
    }

    /// <summary>Answers as Babelfish 4.3.0 gives them to what SQL Server does not know.</summary>
    private static RowSet? AsBabelfish(string sql, ConcurrentQueue<string> asked, string fsync = "on",
        string collected = "a,b")
    {
        asked.Enqueue(sql);
        return sql.Contains("BabelfishVersion", StringComparison.Ordinal) ? Texts(["4.3.0"])
            : sql.Contains("server_version", StringComparison.Ordinal) ? Texts(["16.4"])
            : sql.Contains("pg_settings", StringComparison.Ordinal) ? Texts(["fsync", fsync])
            : sql.Contains("current_setting", StringComparison.Ordinal) ? Texts([fsync])
            : sql.Contains("set_config", StringComparison.Ordinal) ? Texts(["as set"])
            : sql.Contains("COALESCE(@n", StringComparison.Ordinal) ? Texts([collected])
            : sql.Contains("pg_current_wal_lsn", StringComparison.Ordinal)
                ? new RowSet([new Column(string.Empty, ColumnType.BigInt)], [[1_000L]])
            : sql.Contains("pg_total_relation_size", StringComparison.Ordinal)
                ? new RowSet([new Column(string.Empty, ColumnType.BigInt), new Column(string.Empty, ColumnType.BigInt)],
                [[24_576L, 16_384L]])
            : sql.StartsWith("USE [", StringComparison.Ordinal)
                ? new RowSet([new Column(string.Empty, ColumnType.BigInt)], [[1L]])
            : null;
    }

    private static RowSet Texts(params string[][] rows) =>
        new([.. rows[0].Select(_ => new Column(string.Empty, ColumnType.Text))], rows);

    private static ITarget Open(TdsEndpoint endpoint, string client) =>
        new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client));
}
