#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Couchbase.Endpoint;
using DbIngest.Drivers.Couchbase;
using DbIngest.Targets.Couchbase;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Couchbase;
using DbIngest.Wire.Couchbase;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The driver where it could differ from our own client: its settings, its failures, one bucket for both.</summary>
[Collection("couchbase")]
public sealed class CouchbaseDriverTests(CouchbaseFixture fixture)
{
    private const int Records = 500;

    [Theory]
    [InlineData("json")]
    [InlineData("binary")]
    public void Write_DriverAndWireInTurn_IsOneBucket(string value)
    {
        var workload = new PatternWorkload(4);
        var table = Trial.Table(workload, 1, 1000);
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        using var driver = Open($"{cluster.Endpoint}?value={value}");
        using var wire = new CouchbaseDefinition().Open(Options($"{cluster.Endpoint}?value={value}"));
        driver.Prepare(table);
        wire.Attach(table);
        using var ours = wire.OpenWriter(0);
        using var theirs = driver.OpenWriter(0);

        ours.Write(Trial.Batch(workload, 0, 0, 500));
        theirs.Write(Trial.Batch(workload, 0, 500, 500));
        theirs.Write(Trial.Batch(workload, 0, 0, 500));

        Trial.Audit(wire, workload, table).Findings.ShouldBeEmpty();
        cluster.Failures.ShouldBeEmpty();
    }

    [Fact]
    public void Describe_Driver_NamesItselfAndItsLimits()
    {
        using var cluster = new Cluster();
        using var target = Open($"{cluster.Endpoint}?window=700");

        var description = target.Describe();

        description.Client.ShouldBe("driver");
        description.DriverVersion.ShouldMatch("^CouchbaseNetClient 3\\.\\d+\\.\\d+");
        description.Settings["driver_in_flight_a_connection"].ShouldStartWith("700 ");
    }

    [Fact]
    public void Use_ClusterGone_SaysThatItIsUnreachable()
    {
        using var cluster = new Cluster();
        using var path = CouchbaseDriverPath.Open(
            cluster.Endpoint, new CouchbaseDefinition().Contract(null), Options(cluster.Endpoint));
        cluster.Dispose();

        Should.Throw<TargetException>(() => path.Use(Trial.Table(new PatternWorkload(4), 1, 1000)))
            .IsUnreachable.ShouldBeTrue();
    }

    [Fact]
    public void Open_LoginThatTheDriverChooses_IsRefused()
    {
        using var cluster = new Cluster();
        Should.Throw<ArgumentException>(() => Open($"{cluster.Endpoint}?sasl_mech_force=SCRAM-SHA1")).Message
            .ShouldContain("sasl_mech_force");
    }

    [Theory]
    [InlineData(KvStatus.TemporaryFailure)]
    [InlineData(KvStatus.OutOfMemory)]
    [InlineData(KvStatus.SyncWriteInProgress)]
    public void Run_NowAndThenNotTaken_IsCompleteWithEachRecordOnce(KvStatus status)
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2, Replicas = 1 });
        int writes = 0;
        cluster.Before = (_, request) => request.Opcode == KvOpcode.Add && Interlocked.Increment(ref writes) % 1001 == 1000
            ? Answer.Error(status, "now and then") : null;
        using var target = Open(cluster.Endpoint, "majority");

        CouchbaseFaultTests.ShouldBeWhole(DisturbedTrial.Run(target, Records, static () => { }), cluster, Records);
        writes.ShouldBeGreaterThan(8 * Records);
    }

    [Fact]
    public void Run_ConnectionsCutWhileAcknowledging_StoresEachRecordOnce()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 2 });
        int writes = 0;
        cluster.CutsAfter = (_, request) => request.Opcode == KvOpcode.Add && Interlocked.Increment(ref writes) % 1501 == 1500;
        using var target = Open(cluster.Endpoint);

        CouchbaseFaultTests.ShouldBeWhole(DisturbedTrial.Run(target, Records, static () => { }), cluster, Records);
    }

    [Fact]
    public void Run_MapChanges_RecordsGoWhereTheyBelong()
    {
        using var cluster = new Cluster(new ClusterOptions { Nodes = 3 });
        using var target = Open(cluster.Endpoint);

        var result = DisturbedTrial.Run(target, Records, () =>
        {
            var bucket = cluster.Buckets["bench"];
            for (int vBucket = 0; vBucket < bucket.Owners.Length; vBucket += 2)
            {
                cluster.Move(bucket, vBucket, (bucket.Owners[vBucket] + 1) % 3);
            }
        });

        CouchbaseFaultTests.ShouldBeWhole(result, cluster, Records);
    }

    [Theory]
    [InlineData("?reset=flush")]
    [InlineData("?reset=bucket")]
    [InlineData("?scope=study&collection=one")]
    public void Prepare_EachReset_TheDriverGoesOn(string options)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 2, 300);
        using var cluster = new Cluster();
        using var target = Open(cluster.Endpoint + options);
        for (int i = 0; i < 2; i++)
        {
            target.Prepare(table);
            Trial.WriteAll(target, workload, table, 100);
            Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        }

        cluster.Failures.ShouldBeEmpty();
    }

    [Fact]
    public void Write_Encrypted_IsStoredAndAnotherCertificateIsRefused()
    {
        var folder = Directory.CreateTempSubdirectory("dbingest-couchbase-sdk-tls-");
        try
        {
            string path = TestCertificate.Make(Path.Combine(folder.FullName, "server"), "localhost", issuer: null);
            using var certificate = CouchbaseSecurityTests.Usable(path);
            using var cluster = new Cluster(new ClusterOptions { Certificate = certificate, Nodes = 2 });
            var workload = new PatternWorkload(3);
            var table = Trial.Table(workload, 2, 500);
            using (var target = Open($"{cluster.Endpoint}?trust_certificate={Uri.EscapeDataString(path + ".crt")}"))
            {
                target.Prepare(table);
                Trial.WriteAll(target, workload, table, 100);

                Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
            }

            Should.Throw<TargetException>(() => Open(cluster.Endpoint).Dispose()).Message.ShouldContain("trust_certificate");
            cluster.Failures.ShouldBeEmpty();
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    /// <summary>The SDK makers' mock takes their SDK.</summary>
    [Fact]
    public void Write_Mock_IsStored()
    {
        var options = fixture.Options();
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 2, 2000);
        using var target = new CouchbaseDriverDefinition().Open(options with { Client = WriteClient.Driver });
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, 500);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    private static TargetOptions Options(string endpoint) => new()
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = endpoint,
        Password = new Secret("password"),
        RequestTimeout = TimeSpan.FromSeconds(20),
    };

    private static ITarget Open(string endpoint, string? durability = null) =>
        new CouchbaseDriverDefinition().Open(Options(endpoint) with { Client = WriteClient.Driver, Durability = durability });
}
#endif
