using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>Misfortunes in the middle of a trial: no false figure, no record lost or twice.</summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jFaultTests(Neo4jFixture fixture)
{
    [Fact]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete()
    {
        FullDisk.Run(new Neo4jDefinition(),
            "?heap=384M&page_cache=64M&checkpoint=1&jvm=-XX:TieredStopAtLevel=1%20-XX:+UseSerialGC", 5_000);
    }

    [Fact]
    public async Task Run_ServerKilledAndBack_IsCompleteWithEachRecordOnce()
    {
        var back = Task.CompletedTask;
        using var target = fixture.Own();

        var result = DisturbedTrial.Run(
            target,
            1000,
            () =>
            {
                DisturbedTrial.Signal("KILL", target.ServerProcesses()[0]);

                // The rest of the records come while nobody is there.
                back = Task.Run(() => ((IServerTarget)target).PrivateServer!.EnsureRunning(CancellationToken.None));
            },
            new RetryOptions(200, TimeSpan.FromSeconds(1)));
        await back;

        result.Status.ShouldBe(TrialStatus.Complete, $"{result.Error} {string.Join("; ", result.Audit?.Findings ?? [])}");
        result.Audit!.StoredRecords.ShouldBe(8_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    /// <summary>A checkpoint that a dead server will never make is not waited for: the wait may last ten minutes.</summary>
    [Fact]
    public async Task Settle_ServerKilledMeanwhile_EndsWithIt()
    {
        using var target = new Neo4jDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = "?heap=320M&page_cache=64M&checkpoint=600&jvm=-XX:TieredStopAtLevel=1%20-XX:+UseSerialGC",
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 200);
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        var settling = Task.Run(() => target.Settle(CancellationToken.None));

        // Killed again where settling had not begun to wait, and started it anew.
        for (int i = 0; i < 24 && !settling.IsCompleted; i++)
        {
            await Task.WhenAny(settling, Task.Delay(TimeSpan.FromSeconds(5)));
            target.ServerProcesses().ToList().ForEach(process => DisturbedTrial.Signal("KILL", process));
        }

        (await Should.ThrowAsync<TargetException>(settling.WaitAsync(TimeSpan.FromSeconds(30)))).IsUnreachable.ShouldBeTrue();
    }

    [Fact]
    public void Run_ConnectionsKilled_IsCompleteWithEachRecordOnce()
    {
        using var target = new Neo4jDefinition().Open(fixture.Options("rows=70"));

        var result = DisturbedTrial.Run(target, 1000, () =>
        {
            using var connection = Connect();
            foreach (object?[] row in connection.Query(
                "CALL dbms.listConnections() YIELD connectionId, userAgent WHERE userAgent STARTS WITH 'DbIngest/' RETURN "
                + "connectionId", Context))
            {
                Record.Exception(() => connection.Query("CALL dbms.killConnection($id)", Context, ("id", row[0]!)));
            }
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8_000);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_GraphEmptied_IsNoCompleteTrial()
    {
        using var target = new Neo4jDefinition().Open(fixture.Options());

        DisturbedTrial.Run(target, 500, () => target.Clean(), new RetryOptions(1, TimeSpan.FromMilliseconds(50)))
            .Status.ShouldNotBe(TrialStatus.Complete);
    }

    /// <summary>A session that lives, with a transaction that has made a record: nothing but being asked to ends it.</summary>
    [Fact]
    public void EnsureGone_SessionWithAnOpenTransaction_EndsBoth()
    {
        var options = fixture.Options();
        var endpoint = Neo4jEndpoint.Parse(options.Endpoint);
        var server = new Neo4jSessions(endpoint.Connection(endpoint.Address!, options), "neo4j");
        using var lost = Neo4jSession.Open(server);
        lost.Connection.Send(new BoltRequest().BeginTransaction(lost.Context).BeginStatement("CREATE (:Lost)"u8).Map(0)
            .EndStatement(null));
        while (lost.Connection.TryRead(out _))
        {
        }

        using var other = Connect();
        Neo4jSession.EnsureGone(server, other, lost.Name);

        other.Query("SHOW TRANSACTIONS YIELD metaData WHERE metaData.dbingest = $name RETURN 1", Context, ("name", lost.Name))
            .ShouldBeEmpty();
        Should.Throw<Wire.WireException>(() => lost.Connection.Query("RETURN 1", Context));
        other.Query("MATCH (n:Lost) RETURN n.x", Context).ShouldBeEmpty();
    }

    [Fact]
    public void Write_AfterALossWithTheBatchHeldUp_LeavesNoTransactionAndStoresItOnce()
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 200);
        using var target = new Neo4jDefinition()
            .Open(fixture.Options("label=Blocked") with { RequestTimeout = TimeSpan.FromSeconds(5) });
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        using (var blocking = Connect())
        {
            // A record of the batch, made and not committed: whoever makes it too waits.
            blocking.Send(new BoltRequest().BeginTransaction(Context).BeginStatement("CREATE (:Blocked {id: 17})"u8).Map(0)
                .EndStatement(null));
            while (blocking.TryRead(out _))
            {
            }

            Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(workload, 0, 0, 200))).IsAmbiguous.ShouldBeTrue();
            ((IRecordOperations)writer).Restore();
            using var asking = Connect();
            asking.Query("SHOW TRANSACTIONS YIELD metaData WHERE metaData.dbingest IS NOT NULL RETURN 1", Context)
                .ShouldBeEmpty();
        }

        Write(writer, Trial.Batch(workload, 0, 0, 200));
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    private static BoltContext Context => new("neo4j");

    private BoltConnection Connect()
    {
        return BoltConnection.Open(
            new BoltConnectionOptions { Server = Neo4jEndpoint.Parse(fixture.Endpoint).Address!.Server, Agent = "test" });
    }

    /// <summary>As the pipeline does it: on a busy machine it may take more than one attempt.</summary>
    private static void Write(IBatchWriter writer, Abstractions.Records.RecordBatch batch)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                writer.Write(batch);
                return;
            }
            catch (BatchWriteException e) when (e.IsTransient && i < 20)
            {
                Thread.Sleep(200);
            }
        }
    }

    [Fact]
    public void ServerProcesses_OfAServerThatSomebodyElseStarted_AreFound()
    {
        using var own = fixture.Own();
        using var target = new Neo4jDefinition().Open(fixture.Options());
        target.ServerProcesses().ShouldBe(own.ServerProcesses());
        own.ServerProcesses().ShouldNotBeEmpty();
    }
}
