using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>Misfortunes in the middle of a batch and of a trial: no false figure, no record lost or twice.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public sealed class MySqlFaultTests(MySqlFixture server)
{
    private const int Batch = 5000;

    public static TheoryData<string> Ways => ["load", "insert", "prepared", "bulk"];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Recover_ConnectionCutInTheData_NothingIsLeftOfTheBatch(string way)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.Endpoint);
        using var target = Prepared(proxy, way);
        using var writer = target.OpenWriter(0);
        var batch = Rows(writer);

        proxy.CutAfterBytes(200_000);
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeTrue();

        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        Count().ShouldBe(Batch);
        writer.Write(batch);
        Count().ShouldBe(2 * Batch);
    }

    [Theory]
    [InlineData("load", 1)]
    [InlineData("insert", 0)]
    [InlineData("prepared", 0)]
    [InlineData("bulk", 0)]
    public void Recover_AnswerLost_BatchIsStored(string way, int answersBefore)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.Endpoint);
        using var target = Prepared(proxy, way);
        using var writer = target.OpenWriter(0);
        var batch = Rows(writer);

        proxy.CutAfterAnswers(answersBefore);
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();

        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        Count().ShouldBe(2 * Batch);
    }

    [Fact]
    public void Recover_ServerStillAtWorkOnTheLostBatch_EndsThatBeforeItAnswers()
    {
        using var target = Prepared(server.Open(timeout: TimeSpan.FromSeconds(5)));
        using var writer = target.OpenWriter(0);
        var batch = Rows(writer);
        server.Execute("CREATE TRIGGER dbingest.slow BEFORE INSERT ON dbingest.records FOR EACH ROW IF NEW.sequence = 5100 "
            + "THEN SET @slept = SLEEP(90); END IF");

        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();
        var clock = Stopwatch.StartNew();
        Recover(writer, batch).ShouldBe(BatchFate.Absent);

        // Left alone, it would have committed after its minute and a half.
        clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(60));
        server.Execute("DROP TRIGGER dbingest.slow");
        Count().ShouldBe(Batch);
    }

    [Fact]
    public void Recover_PartOfTheBatchStored_ErasesIt()
    {
        using var target = server.Open();
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Rows(writer);
        writer.Write(batch);
        server.Execute("DELETE FROM dbingest.records WHERE sequence = 5500");

        writer.Recover(batch).ShouldBe(BatchFate.Absent);

        Count().ShouldBe(Batch);
    }

    /// <summary>LOAD DATA LOCAL leaves out what the key refuses, and calls it a warning.</summary>
    [Fact]
    public void Write_RowsThatTheKeyRefuses_IsNoAcknowledgement()
    {
        using var target = server.Open("?way=load&index=key");
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        server.Execute("INSERT INTO dbingest.records (source, sequence, `timestamp`, quality) VALUES (0, 17, 0, 0)");

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Postgres.Samples.Batch(0, 0, 100)));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, true));
        error.Message.ShouldContain("99 rows of 100");
        error.Message.ShouldContain("0-17");
    }

    /// <summary>A service answers such a batch with 409, so its other records must not stay either.</summary>
    [Theory]
    [InlineData(WriteClient.Wire, "")]
    [InlineData(WriteClient.Driver, "")]
    [InlineData(WriteClient.Driver, "&calls=async")]
    public void Write_RowsThatTheKeyRefusesInAService_StoresNothing(string client, string options)
    {
        using var target = new MariaDbDefinition().Open(server.Options("?way=load" + options) with { Client = client });
        target.Prepare(Postgres.Samples.Table with { IsKeyed = true, IsServed = true });
        using var writer = target.OpenWriter(0);
        server.Execute("INSERT INTO dbingest.records (source, sequence, `timestamp`, quality) VALUES (0, 17, 0, 0)");

        Should.Throw<BatchWriteException>(() => writer.Write(Postgres.Samples.Batch(0, 0, 100)));
        ((IRecordReads)writer).Restore();

        Count().ShouldBe(1);
        writer.Write(Postgres.Samples.Batch(0, 100, 100));
        Count().ShouldBe(101);
    }

    /// <summary>Of a server that ran before, such as a service of this machine.</summary>
    [Fact]
    public void ServerProcesses_ServerStartedAgain_AreThoseOfItFromTheNextTrialOn()
    {
        var work = Directory.CreateTempSubdirectory("dbingest-test-");
        using (var own = new MariaDbDefinition().Open(new TargetOptions { WorkFolder = work.FullName }))
        using (var target = new MariaDbDefinition()
            .Open(new TargetOptions { WorkFolder = work.FullName, Endpoint = own.AttachEndpoint }))
        {
            target.Prepare(Postgres.Samples.Table);
            int process = target.ServerProcesses().ShouldHaveSingleItem();

            var control = own.ServerControl.ShouldNotBeNull();
            control.Kill();
            control.Start(CancellationToken.None);
            target.Prepare(Postgres.Samples.Table);

            target.ServerProcesses().ShouldHaveSingleItem().ShouldNotBe(process);
        }

        work.Delete(recursive: true);
    }

    /// <summary>Each commit of such a server begins a transaction, in which the next batch must not stay.</summary>
    [Fact]
    public void Write_ServerThatChainsTransactions_CommitsABatchOfOneStatement()
    {
        server.Execute("SET GLOBAL completion_type = 'CHAIN'");
        try
        {
            using var target = Prepared(server.Open("?rows=100"));
            using var writer = target.OpenWriter(0);

            writer.Write(Postgres.Samples.Batch(0, 0, 200));
            writer.Write(Postgres.Samples.Batch(0, 200, 50));

            Count().ShouldBe(250);
        }
        finally
        {
            server.Execute("SET GLOBAL completion_type = 'NO_CHAIN'");
        }
    }

    [Theory]
    [InlineData(1021, false)]
    [InlineData(1114, false)]
    [InlineData(1213, true)]
    public void Write_RefusedByTheServer_IsTransientWhereTryingAgainHelps(int code, bool isTransient)
    {
        using var target = server.Open();
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        server.Execute(string.Create(
            CultureInfo.InvariantCulture,
            $"CREATE TRIGGER dbingest.refusing BEFORE INSERT ON dbingest.records FOR EACH ROW IF NEW.sequence = 4000 THEN "
            + $"SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = {code}, MESSAGE_TEXT = 'as if'; END IF"));
        var batch = Postgres.Samples.Batch(0, 0, Batch);

        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((isTransient, false));
        error.Message.ShouldContain(code.ToString(CultureInfo.InvariantCulture));
        server.Execute("DROP TRIGGER dbingest.refusing");
        writer.Recover(batch, inDoubt: false).ShouldBe(BatchFate.Absent);
        Count().ShouldBe(0);
        writer.Write(batch);
        Count().ShouldBe(Batch);
    }

    [Theory]
    [InlineData("load")]
    [InlineData("bulk")]
    public void Run_SessionsKilled_IsCompleteWithEachRecordOnce(string way)
    {
        using var target = server.Open($"?way={way}");

        var result = DisturbedTrial.Run(target, 20_000, () =>
        {
            using var connection = server.Connect();
            foreach (string?[] row in connection.Query(
                "SELECT id FROM information_schema.PROCESSLIST WHERE id <> CONNECTION_ID() AND user = 'root'"))
            {
                Record.Exception(() => connection.Execute($"KILL CONNECTION {row[0]}"));
            }
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8 * 20_000);
        result.Audit.DuplicateRecords.ShouldBe(0);
        result.Retries.ShouldBeGreaterThan(0);
    }

    private static ITarget Prepared(ITarget target)
    {
        target.Prepare(Postgres.Samples.Table);
        return target;
    }

    private ITarget Prepared(CuttingProxy proxy, string way) => Prepared(server.Open($"?way={way}", place: proxy.Endpoint));

    /// <summary>Writes a first batch, so that statements are prepared, and gives the second.</summary>
    private static RecordBatch Rows(IBatchWriter writer)
    {
        writer.Write(Postgres.Samples.Batch(0, 0, Batch));
        return Postgres.Samples.Batch(0, Batch, Batch);
    }

    private long Count()
    {
        using var connection = server.Connect();
        return long.Parse(connection.Query("SELECT COUNT(*) FROM dbingest.records")[0][0]!, CultureInfo.InvariantCulture);
    }

    /// <summary>As the pipeline does it: on a busy machine the answer may take more than one question.</summary>
    private static BatchFate Recover(IBatchWriter writer, RecordBatch batch)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return writer.Recover(batch);
            }
            catch (BatchWriteException) when (i < 10)
            {
                Thread.Sleep(100);
            }
        }
    }
}
