using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Tests.Postgres;
using DbIngest.Targets.Tests.SqlServer;

namespace DbIngest.Targets.Tests.Ado;

/// <summary>A provider that comes with this program, by its file: Microsoft.Data.Sqlite.</summary>
public sealed class AdoSqliteConformanceTests : TargetConformance<AdoDefinition>, IDisposable
{
    private readonly DirectoryInfo _data = Directory.CreateTempSubdirectory("dbingest-test-");

    // The file is the one beside the tests, loaded a second time; the dialect is a file of the user's, by which nothing is
    // synced.
    protected override string? Endpoint
    {
        get
        {
            string dialect = Path.Combine(_data.FullName, "dialect");
            if (!File.Exists(dialect))
            {
                File.WriteAllText(dialect, """
                    # SQLite for tests
                    int64 = INTEGER
                    double = REAL
                    max_parameters = 65
                    drop = DROP TABLE IF EXISTS {table}
                    open = PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF
                    flush = PRAGMA wal_checkpoint(TRUNCATE)
                    space = SELECT ((SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count)) * (SELECT page_size FROM pragma_page_size), 0
                    placement = in-process
                    """);
            }

            return $"Data Source={Path.Combine(_data.FullName, "database")};Pooling=False?provider={Path.Combine(AppContext.BaseDirectory, "Microsoft.Data.Sqlite.dll")}&dialect={dialect}";
        }
    }

    protected override string BadEndpoint => "Data Source=/nowhere/database?provider=Microsoft.Data.Sqlite&dialect=sqlite";

    protected override bool StartsPrivate => false;

    // Every value becomes an object: ADO.NET knows no other way.
    protected override int AllocatedBytesPerRecord => 4000;

    protected override int SabotageRecordsPerSource => 300;

    protected override int ManyRecords => 5_000;

    void IDisposable.Dispose()
    {
        _data.Delete(recursive: true);
        Dispose();
    }
}

/// <summary>Npgsql, by a <c>DbBatch</c>.</summary>
[Collection("postgres")]
[Needs("postgres")]
public sealed class AdoNpgsqlConformanceTests(PostgresFixture fixture) : TargetConformance<AdoDefinition>
{
    protected override string? Endpoint => $"{fixture.Endpoint}?provider=Npgsql&dialect=postgres&way=batch";

    protected override string BadEndpoint => "Host=127.0.0.1;Port=1;Username=nobody?provider=Npgsql&dialect=postgres";

    protected override bool StartsPrivate => false;

    protected override int AllocatedBytesPerRecord => 4000;

    protected override int SabotageRecordsPerSource => 300;

    protected override int ManyRecords => 5_000;

    /// <summary>PostgreSQL reads a name that is not quoted as if it were in small letters.</summary>
    [Fact]
    public void MeasureSpace_TableWithCapitals_IsFound()
    {
        var options = new TargetOptions { Endpoint = $"{Endpoint}&table=Records&index=key", WorkFolder = fixture.WorkFolder };
        using var target = new AdoDefinition().Open(options);
        target.Prepare(Samples.Table);

        target.MeasureSpace().IndexBytes.ShouldBeGreaterThan(0);
        target.Clean();
    }
}

/// <summary>SqlClient's bulk copy, found by its form, at the endpoint of the tests.</summary>
[Trait("Suite", "Slow")]
[Collection("sqlserver")]
public sealed class AdoSqlClientConformanceTests(SqlServerFixture fixture) : TargetConformance<AdoDefinition>
{
    protected override string? Endpoint =>
        $"Data Source={fixture.Endpoint.Split('?')[0]};User "
        + $"ID=sa;Encrypt=False;Pooling=False?provider=Microsoft.Data.SqlClient&dialect=sqlserver&way=bulkcopy";

    protected override Secret? Password => fixture.Password;

    protected override string BadEndpoint =>
        "Data Source=127.0.0.1,1;User ID=sa;Connect Timeout=5?provider=Microsoft.Data.SqlClient&dialect=sqlserver";

    protected override bool StartsPrivate => false;

    protected override int AllocatedBytesPerRecord => 4000;

    protected override int SabotageRecordsPerSource => 300;

    protected override int ManyRecords => 5_000;
}
