using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Tests.Cassandra;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>An installation of PostgreSQL with TimescaleDB and Citus, where there is one.</summary>
internal static class StoreServers
{
    /// <summary>Why an extension cannot be tested; null when it can.</summary>
    public static string? SkipReason(string store)
    {
        try
        {
            return new PostgresDefinition()
                .Probe(new TargetOptions
                {
                    WorkFolder = Path.GetTempPath(),
                    Endpoint = "?store="
                + store
                }) is { IsAvailable: false } missing ? missing.Detail : null;
        }
        catch (TargetException e)
        {
            return e.Message;
        }
    }
}

/// <summary>One private server with each extension for all tests of the collection.</summary>
public sealed class StoreFixture : IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private readonly Dictionary<string, ITarget> _keepers = [];

    public string WorkFolder => _work.FullName;

    /// <summary>Where the server with an extension is, with the store.</summary>
    public string Endpoint(string store)
    {
        if (!_keepers.TryGetValue(store, out var keeper))
        {
            _keepers[store] = keeper = new PostgresDefinition()
                .Open(new TargetOptions { WorkFolder = WorkFolder, Endpoint = "?store=" + store });
        }

        return keeper.AttachEndpoint;
    }

    /// <summary>Opens a target.</summary>
    public ITarget Open(string store, string further = "", string? durability = null, string? client = null)
    {
        return new PostgresDefinition().Open(new TargetOptions
        {
            WorkFolder = WorkFolder,
            Endpoint = Endpoint(store) + further,
            Durability = durability,
            Client = client,
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
    }

    /// <summary>A plain connection.</summary>
    public NpgsqlConnection Connect(string store)
    {
        var connection = new NpgsqlConnection(PostgresEndpoint.Parse(Endpoint(store), password: null)
            .ForSessions(TimeSpan.FromSeconds(30)).ConnectionString);
        connection.Open();
        return connection;
    }

    public void Dispose()
    {
        foreach (var keeper in _keepers.Values)
        {
            keeper.Dispose();
        }

        _work.Delete(recursive: true);
    }
}

[CollectionDefinition("postgres stores")]
public sealed class StoreCollection : ICollectionFixture<StoreFixture>;

/// <summary>Hypertables, compressed when settling.</summary>
[Collection("postgres stores")]
[Needs("timescale")]
public class TimescaleConformanceTests(StoreFixture fixture) : TargetConformance<PostgresDefinition>
{
    protected override string? Endpoint => fixture.Endpoint("timescale");

    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere?store=timescale";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 500;

    protected override bool IsAvailable(DurabilityContract contract) =>
        !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}

/// <summary>Distributed tables, on one node.</summary>
[Collection("postgres stores")]
[Needs("citus")]
public class CitusConformanceTests(StoreFixture fixture) : TargetConformance<PostgresDefinition>
{
    protected override string? Endpoint => fixture.Endpoint("citus");

    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere?store=citus";

    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 500;

    // A node writes by its own setting.
    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "on";
}

/// <summary>What the stores do beyond the suite.</summary>
[Collection("postgres stores")]
public sealed class PostgresStoreTests(StoreFixture fixture)
{
    [Theory]
    [InlineData("true", "true")]
    [InlineData("false", "false")]
    [Needs("timescale")]
    public void Settle_Hypertable_CompressesWhereAsked(string compression, string isSmaller)
    {
        using var target = fixture.Open("timescale", $";Chunk=1h;Compression={compression}");
        target.Prepare(Samples.Table);
        using (var writer = target.OpenWriter(0))
        {
            for (int first = 0; first < 20_000; first += 5000)
            {
                writer.Write(Samples.Batch(0, first, 5000));
            }
        }

        long before = target.MeasureSpace().DataBytes;
        target.Settle(CancellationToken.None);
        var after = target.MeasureSpace();

        (after.DataBytes < before).ShouldBe(bool.Parse(isSmaller));
        after.LogBytes.ShouldBeGreaterThan(0);
        target.Describe().ServerVersion.ShouldContain("timescaledb");
        target.Describe().Settings["timescaledb.chunks"].ShouldBe("1");
        target.Describe().ChangingSettings.ShouldContain("timescaledb.chunks");
        target.Describe().NoKeyReasons["postgres"].ShouldContain("not unique");
        target.Clean();
    }

    [Fact]
    [Needs("citus")]
    public void Prepare_Citus_SpreadsSourcesOverShards()
    {
        using var target = fixture.Open("citus", ";Shards=4");
        target.Prepare(Samples.Table);
        for (int source = 0; source < 2; source++)
        {
            using var writer = target.OpenWriter(source);
            writer.Write(Samples.Batch(source, 0, 5000));
        }

        using var connection = fixture.Connect("citus");
        using var command = new NpgsqlCommand(
            $"SELECT count(*) FROM citus_shards WHERE table_name = '{PostgresTable.Name}'::regclass", connection);
        command.ExecuteScalar().ShouldBe(4L);
        target.MeasureSpace().DataBytes.ShouldBeGreaterThan(2 * 5000 * 80);
        target.Describe().ServerVersion.ShouldContain("citus");
        target.Clean();
    }

    [Fact]
    [Needs("citus")]
    public void Open_CitusUnderAContractThatItsNodesDoNotKeep_IsRefused()
    {
        Should.Throw<TargetException>(() => fixture.Open("citus", durability: "off")).Message.ShouldContain("synchronous_commit");
    }

    [Theory]
    [InlineData("timescale", "wire")]
    [InlineData("citus", "wire")]
    [InlineData("citus", "driver")]
    [NeedsArgument("store")]
    public void Run_SessionsKilled_IsCompleteWithEachRecordOnce(string store, string client)
    {
        using var target = fixture.Open(store, client: client);

        var result = DisturbedTrial.Run(target, 4_000, () =>
        {
            using var connection = fixture.Connect(store);
            using var command = new NpgsqlCommand(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND pid <> "
                + "pg_backend_pid()", connection);
            ((long)command.ExecuteScalar()!).ShouldBeGreaterThan(0);
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        (result.Audit!.StoredRecords, result.Audit.DuplicateRecords).ShouldBe((8 * 4_000, 0));
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// A transaction that a node has prepared for a lost session is carried through or undone before the question is answered.
    /// </summary>
    [Fact]
    [Needs("citus")]
    public void Recover_Citus_DecidesPreparedTransactions()
    {
        using var target = fixture.Open("citus");
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        using var connection = fixture.Connect("citus");
        int group = Convert.ToInt32(new NpgsqlCommand("SELECT groupid FROM pg_dist_node WHERE isactive LIMIT 1", connection)
            .ExecuteScalar(), CultureInfo.InvariantCulture);
        foreach (string sql in (string[])["BEGIN", "SELECT 1", $"PREPARE TRANSACTION 'citus_{group}_999999_1_1'"])
        {
            using var command = new NpgsqlCommand(sql, connection);
            command.ExecuteNonQuery();
        }

        writer.Recover(Samples.Batch(0, 0, 100)).ShouldBe(BatchFate.Absent);

        using var left = new NpgsqlCommand("SELECT count(*) FROM pg_prepared_xacts", connection);
        left.ExecuteScalar().ShouldBe(0L);
    }

    [Theory]
    [InlineData("?shards=4", "shards is for store=citus")]
    [InlineData("?store=timescale&shards=4", "shards is for store=citus")]
    [InlineData("?store=citus&chunk=1d", "chunk is for store=timescale")]
    [InlineData("?store=pigeon", "heap, timescale, citus")]
    [InlineData("?store=timescale&chunk=1w", "chunk")]
    [InlineData("?sslmode=require", "sslmode is for a server that is named")]
    [InlineData("Host=h;Shards=4", "shards is for store=citus")]
    public void Open_OptionOfAnotherStore_IsRefused(string endpoint, string part) =>
        Should.Throw<ArgumentException>(() => new PostgresDefinition()
            .Open(new TargetOptions { WorkFolder = "unused", Endpoint = endpoint })).Message.ShouldContain(part);

    [Theory]
    [InlineData("postgresql://u@h:7/d?store=timescale&chunk=1d", "timescale", "1d")]
    [InlineData("h:7?store=timescale&chunk=1d&sslmode=require", "timescale", "1d")]
    [InlineData("Host=h;Port=7;Store=timescale;Chunk=1d", "timescale", "1d")]
    [InlineData("Host=h;Port=7", "heap", "7d")]
    public void Parse_TableOptions_TravelToOtherProcesses(string text, string store, string chunk)
    {
        var given = PostgresEndpoint.Parse(text, null);
        var endpoint = PostgresEndpoint.Parse(given.At(given.Address!), null);

        (endpoint.TableOptions.Text("store"), endpoint.TableOptions.Text("chunk")).ShouldBe((store, chunk));
        endpoint.ForSessions(TimeSpan.FromSeconds(1)).Port.ShouldBe(7);
    }

    [Fact]
    public void Require_ExtensionThatIsNotInstalled_SaysTheRemedy()
    {
        var folder = Directory.CreateTempSubdirectory("dbingest-test-");
        try
        {
            Should.Throw<TargetException>(() => new PostgresBinaries(folder.FullName).Require("timescaledb")).Message
                .ShouldContain(PostgresBinaries.Variable);
        }
        finally
        {
            folder.Delete();
        }
    }
}
