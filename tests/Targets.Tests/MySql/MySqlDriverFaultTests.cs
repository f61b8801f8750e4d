using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Results;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>Misfortunes in the middle of a batch and of a trial that the driver writes.</summary>
[Collection("mysql")]
[Needs("mariadb")]
public sealed class MySqlDriverFaultTests(MySqlFixture server)
{
    private const int Batch = 5000;

    [Theory]
    [InlineData("?way=load")]
    [InlineData("?way=load&calls=async")]
    [InlineData("?way=prepared")]
    [InlineData("?way=prepared&calls=async")]
    public void Recover_ConnectionCutInTheData_NothingIsLeftOfTheBatch(string options)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.Endpoint);
        using var target = Open(options, proxy.Endpoint);
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Postgres.Samples.Batch(0, 0, Batch));
        var batch = Postgres.Samples.Batch(0, Batch, Batch);

        proxy.CutAfterBytes(200_000);
        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((true, true), error.Message);
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        Count().ShouldBe(Batch);
        writer.Write(batch);
        Count().ShouldBe(2 * Batch);
    }

    /// <summary>Before the batch's own answer come those to the questions that the driver asks before each.</summary>
    [Fact]
    public void Recover_AnswerLost_BatchIsStored()
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.Endpoint);
        using var target = Open("?way=load", proxy.Endpoint);
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Postgres.Samples.Batch(0, 0, Batch));
        var batch = Postgres.Samples.Batch(0, Batch, Batch);

        proxy.CutAfterAnswers(2);
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();

        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        Count().ShouldBe(2 * Batch);
    }

    [Fact]
    public void Recover_ServerStillAtWorkOnTheLostBatch_EndsThatBeforeItAnswers()
    {
        using var target = Open(timeout: TimeSpan.FromSeconds(5));
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Postgres.Samples.Batch(0, 0, 200);
        server.Execute("CREATE TRIGGER dbingest.slow BEFORE INSERT ON dbingest.records FOR EACH ROW IF NEW.sequence = 100 "
            + "THEN SET @slept = SLEEP(90); END IF");

        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();

        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        server.Execute("DROP TRIGGER dbingest.slow");
        Count().ShouldBe(0);
    }

    /// <summary>An update that the server is still at work on undoes nothing that is written after it was given up.</summary>
    [Fact]
    public void Restore_ServerStillAtWorkOnTheLostUpdate_EndsIt()
    {
        using var target = Open(timeout: TimeSpan.FromSeconds(5));
        target.Prepare(Postgres.Samples.Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Postgres.Samples.Batch(0, 0, 1));
        var operations = (IRecordOperations)writer;
        var first = Postgres.Samples.Batch(0, 0, 1);
        RecordVersion.Apply(first, 0, 1);
        var second = Postgres.Samples.Batch(0, 0, 1);
        RecordVersion.Apply(second, 0, 2);
        server.Execute("CREATE TRIGGER dbingest.slow BEFORE UPDATE ON dbingest.records FOR EACH ROW SET @slept = SLEEP(90)");

        Should.Throw<BatchWriteException>(() => operations.Update(first)).IsAmbiguous.ShouldBeTrue();
        operations.Restore();
        server.Execute("DROP TRIGGER dbingest.slow");
        operations.Update(second);

        operations.RestoreFences.ShouldBeTrue();
        var found = new ReadTally();
        operations.Read(0, 0, found);
        found.Checksum.ShouldBe(RecordHash.OfRow(second, 0, new double[second.Schema.ValueCount]));
    }

    [Fact]
    public void Write_RowsThatTheKeyRefuses_IsNoAcknowledgement()
    {
        using var target = Open("?way=load&index=key");
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        server.Execute("INSERT INTO dbingest.records (source, sequence, `timestamp`, quality) VALUES (0, 17, 0, 0)");

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Postgres.Samples.Batch(0, 0, 100)));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, true), error.Message);
        error.Message.ShouldContain("99");
    }

    /// <summary>A service may serve a table that another program created, with NULL in a row's quality.</summary>
    [Theory]
    [InlineData(WriteClient.Wire)]
    [InlineData(WriteClient.Driver)]
    public void Read_RowWithoutQuality_SaysSoAndTheNextIsRead(string client)
    {
        using var target = new MariaDbDefinition().Open(server.Options() with { Client = client });
        target.Prepare(Postgres.Samples.Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Postgres.Samples.Batch(0, 0, 2));
        server.Execute("ALTER TABLE dbingest.records MODIFY quality INT UNSIGNED NULL",
            "UPDATE dbingest.records SET quality = NULL WHERE sequence = 0");
        var reads = (IRecordReads)writer;

        var error = Should.Throw<BatchWriteException>(() => reads.Read(0, 0, new ReadTally()));

        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("NULL");
        reads.Restore();
        var found = new ReadTally();
        reads.Read(0, 1, found);
        found.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData(1114, false)]
    [InlineData(1213, true)]
    public void Write_RefusedByTheServer_IsTransientWhereTryingAgainHelps(int code, bool isTransient)
    {
        using var target = Open();
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        server.Execute(string.Create(
            CultureInfo.InvariantCulture,
            $"CREATE TRIGGER dbingest.refusing BEFORE INSERT ON dbingest.records FOR EACH ROW IF NEW.sequence = 400 THEN "
            + $"SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = {code}, MESSAGE_TEXT = 'as if'; END IF"));

        var error = Should.Throw<BatchWriteException>(() => writer.Write(Postgres.Samples.Batch(0, 0, Batch)));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((isTransient, false), error.Message);
        error.Message.ShouldContain(code.ToString(CultureInfo.InvariantCulture));
        server.Execute("DROP TRIGGER dbingest.refusing");
        writer.Recover(Postgres.Samples.Batch(0, 0, Batch), inDoubt: false).ShouldBe(BatchFate.Absent);
        Count().ShouldBe(0);
    }

    /// <summary>The server sleeps for longer than the test waits; the request's own limit is ten minutes.</summary>
    [Theory]
    [InlineData("?way=load&calls=sync")]
    [InlineData("?way=prepared&calls=async")]
    public async Task Write_Cancelled_EndsAtOnceAndLeavesNothing(string options)
    {
        using var target = Open(options, timeout: TimeSpan.FromMinutes(10));
        target.Prepare(Postgres.Samples.Table);
        using var cancelled = new CancellationTokenSource();
        using var writer = target.OpenWriter(0, cancelled.Token);
        var batch = Postgres.Samples.Batch(0, 0, 200);
        server.Execute(
            "CREATE TRIGGER dbingest.slow BEFORE INSERT ON dbingest.records FOR EACH ROW "
                + "IF NEW.sequence = 100 THEN SET @slept = SLEEP(300); END IF");

        var writing = Task.Run(() => Record.Exception(() => writer.Write(batch)));
        using (var connection = server.Connect())
        {
            while (connection.Query("SELECT 1 FROM information_schema.PROCESSLIST WHERE state = 'User sleep'").Count == 0)
            {
                writing.IsCompleted.ShouldBeFalse();
                await Task.Delay(10);
            }
        }

        await cancelled.CancelAsync();

        (await writing.WaitAsync(TimeSpan.FromMinutes(2))).ShouldBeOfType<BatchWriteException>().IsAmbiguous.ShouldBeTrue();
        server.Execute("DROP TRIGGER dbingest.slow");
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        Count().ShouldBe(0);
    }

    [Theory]
    [InlineData("?way=load")]
    [InlineData("?way=prepared&rows=500&calls=async")]
    public void Run_SessionsKilled_IsCompleteWithEachRecordOnce(string options)
    {
        using var target = Open(options);

        var result = DisturbedTrial.Run(target, 10_000, () =>
        {
            using var connection = server.Connect();
            foreach (string?[] row in connection.Query(
                "SELECT id FROM information_schema.PROCESSLIST WHERE id <> CONNECTION_ID() AND user = 'root'"))
            {
                Record.Exception(() => connection.Execute($"KILL CONNECTION {row[0]}"));
            }
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        (result.Audit!.StoredRecords, result.Audit.DuplicateRecords).ShouldBe((8 * 10_000, 0));
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("?way=insert", "way=insert")]
    [InlineData("?way=load&rows=10", "rows")]
    public void Open_WayOfTheOtherClient_IsRefused(string options, string named) =>
        Should.Throw<ArgumentException>(() => Open(options)).Message.ShouldContain(named);

    [Fact]
    public void Open_CallsWithOurOwnClient_AreRefused() =>
        Should.Throw<ArgumentException>(() => server.Open("?calls=sync")).Message.ShouldContain("calls is for --client driver");

    /// <summary>The driver would send text where it does not prepare a command.</summary>
    [Theory]
    [InlineData("?calls=sync")]
    [InlineData("?rows=700&calls=async")]
    public void Write_Prepared_IsAStatementOfTheServersForEachOfItsRows(string options)
    {
        using var target = Open(options);
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        long before = Executions();

        writer.Write(Postgres.Samples.Batch(0, 0, Batch));

        (Executions() - before).ShouldBe(options.Contains("rows", StringComparison.Ordinal) ? 8 : 5);
        Count().ShouldBe(Batch);
    }

    /// <summary>Clients of a service send batches of any size.</summary>
    [Theory]
    [InlineData("wire")]
    [InlineData("driver")]
    public void Write_BatchesOfManySizes_AreStoredByFewStatements(string client)
    {
        using var target = new MariaDbDefinition().Open(server.Options("?way=prepared", null, null) with { Client = client });
        target.Prepare(Postgres.Samples.Table);
        using var writer = target.OpenWriter(0);
        long before = Status("Prepared_stmt_count");

        for (int count = 1; count <= 100; count++)
        {
            writer.Write(Postgres.Samples.Batch(0, count * 100, count));
        }

        (Status("Prepared_stmt_count") - before).ShouldBeInRange(60, 80);
        Count().ShouldBe(5050);
    }

    [Theory]
    [InlineData("", "prepared", "at most 1000", "sync")]
    [InlineData("?way=load", "MySqlBulkCopy", "a batch", "sync")]
    [InlineData("?way=prepared&rows=700&calls=async", "prepared", "at most 700", "async")]
    public void Describe_Driver_IsNamedWithItsVersionAndItsWay(string options, string way, string rows, string calls)
    {
        using var target = Open(options);

        var description = target.Describe();

        description.Client.ShouldBe(WriteClient.Driver);
        description.DriverVersion.ShouldStartWith("MySqlConnector 2.");
        description.Settings["way"].ShouldContain(way);
        description.Settings["rows_a_statement"].ShouldBe(rows);
        description.Settings["driver_calls"].ShouldStartWith(calls);
    }

    private ITarget Open(string options = "", string? place = null, TimeSpan? timeout = null)
    {
        return new MariaDbDefinition().Open(server.Options(options, place, timeout) with { Client = WriteClient.Driver });
    }

    private long Executions() => Status("Com_stmt_execute");

    private long Status(string name)
    {
        using var connection = server.Connect();
        return long.Parse(connection.Query($"SHOW GLOBAL STATUS LIKE '{name}'")[0][1]!, CultureInfo.InvariantCulture);
    }

    private long Count()
    {
        using var connection = server.Connect();
        return long.Parse(connection.Query("SELECT COUNT(*) FROM dbingest.records")[0][0]!, CultureInfo.InvariantCulture);
    }
}
