using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ado;
using DbIngest.Targets.Tests.Ado.ArrayBinding;

namespace DbIngest.Targets.Tests.Ado;

/// <summary>Array binding, by a provider that has it as ODP.NET's manual says.</summary>
[Trait("Suite", "Slow")]
public sealed class AdoArrayConformanceTests : TargetConformance<AdoDefinition>, IDisposable
{
    private readonly DirectoryInfo _data = Directory.CreateTempSubdirectory("dbingest-test-");

    protected override string? Endpoint
    {
        get
        {
            string dialect = Path.Combine(_data.FullName, "dialect");
            File.WriteAllText(dialect, """
                parameter = :p{0}
                parameter_name = p{0}
                int64 = INTEGER
                double = REAL
                drop = DROP TABLE IF EXISTS {table}
                open = PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF
                flush = PRAGMA wal_checkpoint(TRUNCATE)
                space = SELECT ((SELECT page_count FROM pragma_page_count) - (SELECT freelist_count FROM pragma_freelist_count)) * (SELECT page_size FROM pragma_page_size), 0
                placement = in-process
                """);
            return $"Data Source={Path.Combine(_data.FullName, "database")};Pooling=False?provider=DbIngest.Targets.Tests&dialect={dialect}&way=array&rows=700";
        }
    }

    protected override string BadEndpoint => "Data Source=/nowhere/database?provider=DbIngest.Targets.Tests&way=array";

    protected override bool StartsPrivate => false;

    // The stand-in hands every value to SQLite's provider as an object.
    protected override int AllocatedBytesPerRecord => 12_000;

    protected override int SabotageRecordsPerSource => 300;

    protected override int ManyRecords => 5_000;

    /// <summary>A batch goes in by as few calls as its rows allow, and by none a row.</summary>
    [Fact]
    public void Write_Batch_IsOneCallForSoManyRows()
    {
        using var target = new AdoDefinition().Open(new TargetOptions { Endpoint = Endpoint, WorkFolder = _data.FullName });
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        ArrayFactory.Seen = default;

        writer.Write(Postgres.Samples.Batch(0, 0, 1500));

        ArrayFactory.Seen.ShouldBe((3, 700));
        target.Describe().Settings["rows_a_statement"].ShouldBe("at most 700");
    }

    void IDisposable.Dispose()
    {
        _data.Delete(recursive: true);
        Dispose();
    }
}
