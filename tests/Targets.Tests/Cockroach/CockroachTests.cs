using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Cockroach;

/// <summary>
/// Prepared UPSERTs into a hash-sharded table; on a private node, of an old version that is not the vendor's build.
/// </summary>
[Collection("cockroach")]
[Needs("cockroach")]
public sealed class CockroachConformanceTests(CockroachFixture fixture) : TargetConformance<CockroachDefinition>
{
    protected override string? Endpoint => fixture.PrivateEndpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // A record that is there is stored once.
    protected override bool StoresDuplicates => false;

    protected override int SabotageRecordsPerSource => 200;

    protected override int ManyRecords => 5_000;
}

[Collection("cockroach")]
public sealed class CockroachTests(CockroachFixture fixture)
{
    [Theory]
    [InlineData("?way=copy")]
    [InlineData("?way=insert&key=range&rows=100")]
    [Needs("cockroach")]
    public void Write_OtherWays_GivesBackWhatWasWritten(string options)
    {
        using var target = Open(options);
        var workload = new PatternWorkload(9);
        var table = Trial.Table(workload, sources: 2, records: 1000);
        target.Describe().Settings["table.replicas"].ShouldBe("1", "a sweep records what is said before the first trial");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 350);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Describe().Settings["table.replicas"].ShouldBe("1");
        target.Clean();
    }

    [Fact]
    [Needs("cockroach")]
    public void Describe_BuildThatIsNotTheVendors_SaysSo()
    {
        using var target = Open(string.Empty);

        target.Describe().ServerVersion.ShouldContain("not the vendor's build");
    }

    [Fact]
    [Needs("cockroach")]
    public void ServerProcesses_NodeOfThisMachine_IsFound()
    {
        using var target = Open(string.Empty);

        File.ReadAllText($"/proc/{target.ServerProcesses().ShouldHaveSingleItem()}/comm").ShouldBe("cockroach\n");
    }

    /// <summary>As clients of a service send them.</summary>
    [Fact]
    [Needs("cockroach")]
    public void Write_BatchesOfEverySize_NeedFewStatements()
    {
        using var target = Open("?buckets=2");
        target.Prepare(Postgres.Samples.Table);
        using var writer = (CockroachWriter)target.OpenWriter(0);
        int first = 0;
        for (int count = 1; count <= 100; first += count, count++)
        {
            writer.Write(Postgres.Samples.Batch(0, first, count));
        }

        writer.PreparedStatements.ShouldBeLessThan(80);
        writer.Recover(Postgres.Samples.Batch(0, 0, first)).ShouldBe(BatchFate.Stored);
        target.Clean();
    }

    /// <summary>As after a commit that came late: the key refuses the batch, and looking finds it.</summary>
    [Fact]
    [Needs("cockroach")]
    public void Write_BatchThatIsThere_IsInDoubtAndFound()
    {
        using var target = Open("?way=insert&buckets=2");
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Postgres.Samples.Batch(0, 0, 100);
        writer.Write(batch);

        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((true, true));
        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        writer.Write(Postgres.Samples.Batch(0, 100, 100));
        target.Clean();
    }

    [Theory]
    [InlineData("upsert")]
    [InlineData("insert")]
    [Needs("cockroach")]
    public void Run_NodeKilledAndBack_IsCompleteWithEachRecordOnce(string way)
    {
        using var target = Open($"?buckets=2&way={way}");

        var result = DisturbedTrial.Run(target, 5000, () =>
        {
            fixture.Node.Kill();
            fixture.Node.Start();
            fixture.Node.AwaitAnswer();
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * 5000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// Three nodes, one of which is lost for good: the writers go on at the others. Until its ranges have other leaseholders,
    /// statements are refused at once ("breaker open") or take seconds: it is waited longer than between the default's retries.
    /// </summary>
    [Trait("Suite", "Slow")]
    [Fact]
    [Needs("cockroach")]
    public void Run_OneOfThreeNodesKilled_IsCompleteWithEachRecordOnce()
    {
        int[] ports = [TestPort.Free(), TestPort.Free(), TestPort.Free()];
        string join = string.Join(',', ports.Select(p => $"127.0.0.1:{p}"));
        var nodes = ports.Select(p => new CockroachNode(p, join)).ToList();
        try
        {
            nodes[0].Initialise();
            nodes.ForEach(n => n.AwaitAnswer());
            nodes[0].AwaitReplication();
            using var target = new CockroachDefinition()
                .Open(new TargetOptions
                {
                    WorkFolder = Path.GetTempPath(),
                    Endpoint = join + "?buckets=2",
                    RequestTimeout = TimeSpan.FromSeconds(60)
                });

            var result = DisturbedTrial.Run(target, 2000, nodes[2].Kill, new RetryOptions(7, TimeSpan.FromSeconds(1)));

            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            result.Audit!.StoredRecords.ShouldBe(8 * 2000);
            result.Audit.DuplicateRecords.ShouldBe(0);
            target.Describe().Settings["table.replicas"].ShouldBe("3");
        }
        finally
        {
            nodes.ForEach(n => n.Dispose());
        }
    }

    [Theory]
    [InlineData("root:S3cret@host", "DBINGEST_COCKROACH_PASSWORD")]
    [InlineData("host:0", "HOST[:PORT]")]
    [InlineData("host/Upper", "lower-case")]
    [InlineData("host?way=copy&rows=5", "way=upsert")]
    [InlineData("host?key=range&buckets=5", "key=hash")]
    [InlineData("me@host?user=you", "twice")]
    [InlineData("host?sslkey=/tmp/x.key", "sslcert=FILE")]
    [InlineData("host?sslrootcert=/tmp/ca.pem", "sslmode=verify-ca")]
    [InlineData("host?sslrootcert=/tmp/ca.pem&sslmode=require", "sslmode=verify-ca")]
    public void Open_WrongEndpoint_SaysWhatIsWrongAndNoSecret(string endpoint, string expected)
    {
        var error = Should.Throw<ArgumentException>(() => new CockroachDefinition()
            .Open(new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = endpoint }));

        error.Message.ShouldContain(expected);
        error.ToString().ShouldNotContain("S3cret");
    }

    [Fact]
    public void Parse_Text_IsReadBackTheSame()
    {
        var endpoint = CockroachEndpoint.Parse("postgresql://me@[::1]:26258,other/base?buckets=3");

        CockroachEndpoint.Parse(endpoint.At(endpoint.Address!)).Address!.Nodes
            .ShouldBe([IPEndPoint.Parse("[::1]:26258"), new DnsEndPoint("other", 26257)]);
        (endpoint.Table, endpoint.Buckets).ShouldBe(("base.records", 3));
    }

    private ITarget Open(string options)
    {
        return new CockroachDefinition()
            .Open(new TargetOptions
            {
                WorkFolder = Path.GetTempPath(),
                Endpoint = fixture.Endpoint + options,
                RequestTimeout = TimeSpan.FromSeconds(60)
            });
    }
}
