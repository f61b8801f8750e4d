using System.Data.Common;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Tests.Ado.ArrayBinding;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Ado;

public sealed class AdoTests
{
    private const string Password = "S3cret";
    private static readonly TrialTable Table = new(new RecordSchema([new("v", "V")]), 1, 10);

    [Theory]
    [InlineData("Data Source=x", "provider")]
    [InlineData("Data Source=x?provider=nowhere.dll", "cannot be loaded")]
    [InlineData("Data Source=x?provider=Npgsql&dialect=klingon", "dialect=klingon")]
    [InlineData("Data Source=x?provider=DbIngest.Core", "no ADO.NET provider")]
    [InlineData("Data Source=:memory:?provider=Microsoft.Data.Sqlite&way=bulkcopy", "no class for bulk copy")]
    [InlineData("Data Source=:memory:?provider=Microsoft.Data.Sqlite&way=batch", "no DbBatch")]
    [InlineData("Data Source=:memory:?provider=Microsoft.Data.Sqlite&way=array", "no array binding")]
    [InlineData("Data Source=:memory:;Colour=blue?provider=Microsoft.Data.Sqlite", "--endpoint")]
    [InlineData("Data Source=libraryless?provider=DbIngest.Targets.Tests", "it cannot be loaded: libdb2.so is missing.")]
    [InlineData("Data Source=x;Password=S3cret?provider=Npgsql", "DBINGEST_ADO_PASSWORD")]
    [InlineData("provider=Npgsql;dialect=postgres;Host=x;Password=S3cret", "DBINGEST_ADO_PASSWORD")]
    public void Open_WrongEndpoint_NamesWhatIsWrongAndNoSecret(string endpoint, string expected)
    {
        var error = Should.Throw<ArgumentException>(() => new AdoDefinition()
            .Open(new TargetOptions { Endpoint = endpoint, WorkFolder = Path.GetTempPath() }));

        error.Message.ShouldContain(expected);
        error.Message.ShouldContain("--endpoint");
        error.ToString().ShouldNotContain(Password);
    }

    [Fact]
    public void Parse_OneConnectionString_IsTheSameAsWithOptions()
    {
        var one = AdoEndpoint.Parse("provider=a.dll;dialect=oracle;rows=7;Data Source=//host/service;User Id=bench");
        var other = AdoEndpoint.Parse(one.Text);

        foreach (var endpoint in (AdoEndpoint[])[one, other])
        {
            (endpoint.Provider, endpoint.Dialect, endpoint.Rows).ShouldBe(("a.dll", "oracle", 7));
            endpoint.ConnectionString(new Secret(Password)).ShouldBe("data source=//host/service;user id=bench;Password=S3cret");
        }

        one.Text.ShouldNotContain(Password);
    }

    [Theory]
    [InlineData("ansi",
        "INSERT INTO \"t\" (\"source\", \"sequence\", \"timestamp\", \"quality\", \"v\") VALUES (@p0, @p1, @p2, @p3, @p4), "
        + "(@p5, @p6, @p7, @p8, @p9)")]
    [InlineData("postgres",
        "INSERT INTO \"t\" (\"source\", \"sequence\", \"timestamp\", \"quality\", \"v\") VALUES ($1, $2, $3, $4, $5), ($6, "
        + "$7, $8, $9, $10)")]
    [InlineData("oracle",
        "INSERT INTO \"t\" (\"source\", \"sequence\", \"timestamp\", \"quality\", \"v\") SELECT :p0, :p1, :p2, :p3, :p4 FROM "
        + "DUAL UNION ALL SELECT :p5, :p6, :p7, :p8, :p9 FROM DUAL")]
    [InlineData("mysql",
        "INSERT INTO `t` (`source`, `sequence`, `timestamp`, `quality`, `v`) VALUES (@p0, @p1, @p2, @p3, @p4), (@p5, @p6, "
        + "@p7, @p8, @p9)")]
    public void Insert_InADialect_IsItsOwn(string dialect, string expected) =>
        new AdoTable(Dialect.Find(dialect), AdoEndpoint.Parse("x=y?provider=z&table=t"), Table).Insert(2).ShouldBe(expected);

    [Fact]
    public void Dialects_AllThatComeWithTheProgram_CanBeRead()
    {
        Dialect.Names.ShouldContain("oracle");
        foreach (string name in Dialect.Names)
        {
            new AdoTable(Dialect.Find(name), AdoEndpoint.Parse("x=y?provider=z&table=t"), Table)
                .Create.ShouldStartWith("CREATE TABLE ");
        }
    }

    /// <summary>
    /// A name between quotes is stored as it is written. PostgreSQL parses the argument of <c>pg_table_size</c> as a name
    /// (regclass), which needs quotes too.
    /// </summary>
    [Theory]
    [InlineData("postgres", "space", "SELECT pg_table_size('\"Records\"'), pg_indexes_size('\"Records\"')")]
    [InlineData("mysql", "flush", "ANALYZE TABLE `Records`")]
    [InlineData("oracle", "key", "ALTER TABLE \"Records\" ADD UNIQUE (\"source\", \"sequence\")")]
    public void Statement_OfATableWithCapitals_NamesItAsItIsStored(string dialect, string key, string expected) =>
        new AdoTable(Dialect.Find(dialect), AdoEndpoint.Parse("x=y?provider=z&table=Records"), Table).Statement(key)
            .ShouldBe(expected);

    /// <summary>
    /// Oracle's USER_SEGMENTS and USER_INDEXES have names as they are stored (Database Reference 19c). Oracle names the index.
    /// </summary>
    [Fact]
    public void Statement_SpaceOfOracle_FindsTheKeyByItsTable() =>
        new AdoTable(Dialect.Find("oracle"), AdoEndpoint.Parse("x=y?provider=z"), Table).Statement("space")!
            .ShouldEndWith("WHERE segment_name = 'dbingest_records' "
                + "OR segment_name IN (SELECT index_name FROM user_indexes WHERE table_name = 'dbingest_records')");

    /// <summary>Names of servers as providers of PostgreSQL, SQL Server, Oracle and MySQL report them.</summary>
    [Theory]
    [InlineData("tcp://localhost:5432", "localhost")]
    [InlineData("tcp://2001:db8::5:5432", "2001:db8::5")]
    [InlineData("/var/run/postgresql", "localhost")]
    [InlineData("tcp:localhost,1433", "localhost")]
    [InlineData("db1\\SQLEXPRESS", "db1")]
    [InlineData(".", "localhost")]
    [InlineData("(local)", "localhost")]
    [InlineData("//[::1]:1521/FREEPDB1", "::1")]
    [InlineData("db1:1521/FREEPDB1", "db1")]
    [InlineData("db1,db2", "db1")]
    [InlineData("2001:db8::5", "2001:db8::5")]
    [InlineData("tcp:2001:db8::5,1433", "2001:db8::5")]
    [InlineData("", "")]
    public void HostOf_NameOfAServer_IsItsHost(string dataSource, string expected) =>
        AdoTarget.HostOf(dataSource).ShouldBe(expected);

    [Theory]
    [InlineData("colour = blue", "line 1")]
    [InlineData("# a remark\n\nint32 INTEGER", "line 3")]
    [InlineData("rows = many", "rows")]
    [InlineData("max_parameters = 0", "max_parameters")]
    [InlineData("parameter = :{name}", "parameter = :{name}")]
    [InlineData("parameter_name = p{2}", "parameter_name = p{2}")]
    public void Dialect_WrongLine_IsNamed(string text, string expected) =>
        Should.Throw<ArgumentException>(() => Dialect.Read("mine", text)).Message.ShouldContain(expected);

    [Fact]
    public void Write_RefusedByTheDatabase_StoresNothingAndIsNotInDoubt()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            string endpoint =
                $"Data Source={Path.Combine(folder, "database")};Pooling=False?provider=Microsoft.Data.Sqlite&dialect=sqlite&index=key";
            using var target = new AdoDefinition().Open(new TargetOptions { Endpoint = endpoint, WorkFolder = folder });
            target.Prepare(Postgres.Samples.Table);
            using var writer = target.OpenWriter(0);
            writer.Write(Postgres.Samples.Batch(0, 50, 10));
            var batch = Postgres.Samples.Batch(0, 0, 100);

            var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

            (error.IsTransient, error.IsAmbiguous).ShouldBe((false, false));
            writer.Recover(batch, inDoubt: true).ShouldBe(BatchFate.Absent);
            writer.Write(batch);
            writer.Recover(batch, inDoubt: true).ShouldBe(BatchFate.Stored);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Bulk copy may have committed a part before it met the conflict.</summary>
    [Theory]
    [InlineData(false, false, true)]
    [InlineData(true, true, false)]
    public void OfWrite_Conflict_IsInDoubtByBulkCopyAlone(bool isBulkCopy, bool isAmbiguous, bool isConflict)
    {
        using var connection = new SqliteConnection("Data Source=:memory:");
        connection.Open();

        var failure = AdoErrors.OfWrite(
            new Refusal(), connection, Dialect.Find("ansi"), isCommitting: false, isBulkCopy);

        (failure.IsTransient, failure.IsAmbiguous, failure.IsConflict).ShouldBe((true, isAmbiguous, isConflict));
    }

    /// <summary>The provider takes whole seconds, and 0 for no timeout.</summary>
    [Theory]
    [InlineData(0.1, 1)]
    [InlineData(1.5, 2)]
    public void BulkCopy_TimeoutWithAFraction_IsRoundedUp(double seconds, int expected)
    {
        using var target = new AdoDefinition().Open(new TargetOptions
        {
            Endpoint = "Data Source=:memory:?provider=DbIngest.Targets.Tests&way=bulkcopy",
            WorkFolder = Path.GetTempPath(),
            RequestTimeout = TimeSpan.FromSeconds(seconds),
        });

        ArrayBulkCopy.SeenTimeoutS.ShouldBe(expected);
    }

    [Fact]
    public void ReadAndDelete_Twice_PrepareTheirCommandsOnce()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            string dialect = Path.Combine(folder, "dialect");
            File.WriteAllText(dialect, "parameter = :p{0}\nparameter_name = p{0}");
            string database = Path.Combine(folder, "database");
            using var target = new AdoDefinition().Open(new TargetOptions
            {
                Endpoint = $"Data Source={database};Pooling=False?provider=DbIngest.Targets.Tests&dialect={dialect}",
                WorkFolder = folder,
            });
            target.Prepare(Postgres.Samples.Table with { IsKeyed = true });
            using var writer = target.OpenWriter(0);
            var changes = (IRecordOperations)writer;
            ArrayCommand.Preparations = 0;

            for (int i = 0; i < 2; i++)
            {
                changes.Read(0, 0, new LastRecord());
                changes.Delete(0, 0);
            }

            ArrayCommand.Preparations.ShouldBe(2);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Theory]
    [InlineData(false, Repeats.KeepsBoth, "none")]
    [InlineData(true, Repeats.Refuses, "unique, on (source, sequence)")]
    public void Describe_TableThatAMixGivesAKey_SaysSo(bool isKeyed, Repeats repeats, string key)
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            string endpoint =
                $"Data Source={Path.Combine(folder, "database")};Pooling=False?provider=Microsoft.Data.Sqlite&dialect=sqlite";
            using var target = new AdoDefinition().Open(new TargetOptions { Endpoint = endpoint, WorkFolder = folder });
            target.Prepare(Postgres.Samples.Table with { IsKeyed = isKeyed });

            var description = target.Describe();

            (description.Repeats, description.Settings["table.key"]).ShouldBe((repeats, key));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>The description before the first trial is the one that a result records.</summary>
    [Theory]
    [InlineData("PRAGMA optimize", "PRAGMA optimize")]
    [InlineData("CHECKPOINT", "nothing: ")]
    public void Describe_BeforeATrial_SaysWhetherTheUserMayFlush(string statement, string settle)
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            string dialect = Path.Combine(folder, "dialect.txt");
            File.WriteAllText(dialect, $"flush = {statement}");
            string endpoint =
                $"Data Source={Path.Combine(folder, "database")};Pooling=False?provider=Microsoft.Data.Sqlite&dialect={dialect}";
            using var target = new AdoDefinition().Open(new TargetOptions { Endpoint = endpoint, WorkFolder = folder });

            target.Describe().Settings["settle"].ShouldStartWith(settle);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private sealed class Refusal : DbException
    {
        public override string SqlState => "40001";
    }
}
