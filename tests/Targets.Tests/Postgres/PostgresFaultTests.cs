using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Trials;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
[Needs("postgres")]
public class PostgresFaultTests(PostgresFixture server)
{
    /// <summary>The write path.</summary>
    protected virtual string Client => "wire";

    [Theory]
    // Cut in the data, the socket's buffers may have taken all of it before the cut is noticed: both answers are right then.
    [InlineData(nameof(Cut.InData), null, BatchFate.Absent)]
    [InlineData(nameof(Cut.BeforeCopyDone), true, BatchFate.Absent)]
    [InlineData(nameof(Cut.BeforeCommandComplete), true, BatchFate.Stored)]
    public void Recover_ConnectionCut_SaysWhatBecameOfTheBatch(string cut, bool? ambiguous, BatchFate fate)
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var target = server.Open(proxy.Endpoint, client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Samples.Batch(0, 0, 5000));
        var batch = Samples.Batch(0, 5000, 5000);

        proxy.Arm(Enum.Parse<Cut>(cut));
        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        proxy.HasCut.ShouldBeTrue();
        thrown.IsTransient.ShouldBeTrue();
        thrown.IsAmbiguous.ShouldBe(ambiguous ?? thrown.IsAmbiguous);
        writer.Recover(batch).ShouldBe(fate);
        server.Count("sequence >= 5000").ShouldBe(fate == BatchFate.Stored ? 5000 : 0);
        if (fate == BatchFate.Absent)
        {
            writer.Write(batch);
        }

        Audit(target, 2, batch.FirstSequence + batch.Count).ShouldBeEmpty();
    }

    /// <summary>The table has no index: to look for a batch is to read all of it. Here nobody could even begin to.</summary>
    [Fact]
    public void Recover_NothingCanBeStored_DoesNotReadTheTable()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        using (var connection = new NpgsqlConnection(target.AttachEndpoint + ";Pooling=false"))
        {
            connection.Open();
            using var locking = new NpgsqlCommand("BEGIN; LOCK TABLE dbingest_records IN ACCESS EXCLUSIVE MODE", connection);
            locking.ExecuteNonQuery();
            writer.Recover(Samples.Batch(0, 0, 5000), inDoubt: false).ShouldBe(BatchFate.Absent);
        }

        writer.Write(Samples.Batch(0, 0, 5000));
        server.Count("true").ShouldBe(5000);
    }

    [Fact]
    public void Recover_ServerStillAtWorkOnTheLostBatch_EndsThatBeforeItAnswers()
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var target = server.Open(proxy.Endpoint, client: Client);
        target.Prepare(Samples.Table);
        server.Execute("CREATE OR REPLACE FUNCTION dbingest_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM "
            + "pg_sleep(20); RETURN NULL; END'");
        server.Execute("CREATE TRIGGER slow AFTER INSERT ON dbingest_records FOR EACH STATEMENT EXECUTE FUNCTION "
            + "dbingest_slow()");
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 5000);

        proxy.Arm(Cut.AfterCopyDone);
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();
        var clock = Stopwatch.StartNew();
        writer.Recover(batch).ShouldBe(BatchFate.Absent);

        // Had the server process been left alone, it would have committed after its 20 seconds: the answer would have been wrong.
        clock.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(15));
        using var connection = server.Connect();
        using var others = new Npgsql.NpgsqlCommand(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY dbingest%' AND state = 'active'", connection);
        others.ExecuteScalar().ShouldBe(0L);
        server.Execute("DROP TRIGGER slow ON dbingest_records");
        writer.Write(batch);
        server.Count().ShouldBe(5000);
    }

    [Fact]
    public void Recover_PartOfTheBatchStored_ErasesIt()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Samples.Batch(0, 0, 100));
        var batch = Samples.Batch(0, 100, 100);
        writer.Write(batch);
        server.Execute("DELETE FROM dbingest_records WHERE sequence = 150");

        writer.Recover(batch).ShouldBe(BatchFate.Absent);

        server.Count().ShouldBe(100);
    }

    [Fact]
    public void Write_BackendTerminated_IsTransientAndRecovers()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Samples.Batch(0, 0, 100));
        server.Execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY dbingest%' AND pid <> "
            + "pg_backend_pid()");
        var batch = Samples.Batch(0, 100, 100);

        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeTrue();

        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        server.Count().ShouldBe(200);
    }

    [Fact]
    public void Write_RefusedByTheServer_IsNeitherTransientNorAmbiguous()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        server.Execute("ALTER TABLE dbingest_records ADD CHECK (sequence < 4000)");

        var batch = Samples.Batch(0, 0, 5000);
        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (thrown.IsTransient, thrown.IsAmbiguous).ShouldBe((false, false));
        thrown.Message.ShouldContain("23514");
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
    }

    [Fact]
    public async Task Write_BackendTerminatedWhileItTakesTheData_SaysWhyAndRecovers()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        server.Execute("CREATE OR REPLACE FUNCTION dbingest_stall() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM "
            + "pg_sleep(30); RETURN NEW; END'");
        server.Execute("CREATE TRIGGER stall BEFORE INSERT ON dbingest_records FOR EACH ROW WHEN (NEW.sequence = 10) EXECUTE "
            + "FUNCTION dbingest_stall()");
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 20_000);
        var ending = Task.Run(() =>
        {
            using var connection = server.Connect();
            using var terminate = new Npgsql.NpgsqlCommand(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'COPY dbingest%' AND "
                + "wait_event = 'PgSleep'", connection);
            while ((long)terminate.ExecuteScalar()! == 0)
            {
                Thread.Sleep(20);
            }
        });

        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        await ending.WaitAsync(TimeSpan.FromSeconds(30));
        thrown.IsTransient.ShouldBeTrue();
        if (Client == "wire")
        {
            // Npgsql says that the pipe is broken.
            thrown.Message.ShouldContain("57P01");
        }

        server.Execute("DROP TRIGGER stall ON dbingest_records");
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        server.Count().ShouldBe(20_000);
    }

    [Fact]
    public void Write_ServerThatDoesNotAnswer_TimesOut()
    {
        using var target = server.Open(timeout: TimeSpan.FromSeconds(3), client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        using var locking = server.Connect();
        using var transaction = locking.BeginTransaction();
        using var take = new Npgsql.NpgsqlCommand("LOCK TABLE dbingest_records IN ACCESS EXCLUSIVE MODE", locking, transaction);
        take.ExecuteNonQuery();
        var batch = Samples.Batch(0, 0, 10);

        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeTrue();
        Should.Throw<BatchWriteException>(() => writer.Recover(batch)).IsTransient.ShouldBeTrue();

        transaction.Rollback();
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        server.Count().ShouldBe(10);
    }

    [Fact]
    public void Prepare_AfterTheServerWasKilledMidWrite_StartsItAgain()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 5000);
        writer.Write(batch);

        // The first is the postmaster. The last, which answered the question, has ended with it.
        foreach (int process in target.ServerProcesses())
        {
            Kill(process);
        }

        Should.Throw<BatchWriteException>(() =>
        {
            while (true)
            {
                writer.Write(batch);
            }
        }).IsTransient.ShouldBeTrue();
        Should.Throw<BatchWriteException>(() => writer.Recover(batch)).IsTransient.ShouldBeTrue();
        Should.Throw<TargetException>(() => target.MeasureSpace()).IsUnreachable.ShouldBeTrue();

        target.Prepare(Samples.Table);
        using var again = target.OpenWriter(0);
        again.Write(batch);
        server.Count().ShouldBe(5000);
    }

    /// <summary>
    /// A trial whose server was killed is not complete, and what was acknowledged is still read back: the server is started again
    /// for that, as every database's is.
    /// </summary>
    [Fact]
    public void Run_ServerKilled_HasNoFigureAndIsAudited()
    {
        string folder = Directory.CreateTempSubdirectory("dbi-").FullName;
        try
        {
            using var target = new DbIngest.Targets.Postgres.PostgresDefinition()
                .Open(new TargetOptions { WorkFolder = folder, Client = Client });

            var result = Cassandra.DisturbedTrial.Run(target, 20_000, () => target.ServerProcesses().ToList()
                .ForEach(Kill), new(1, TimeSpan.FromMilliseconds(100)));

            result.Status.ShouldBe(Core.Results.TrialStatus.Incomplete);
            result.Error.ShouldNotBeNull().ShouldNotContain("Object name");
            result.Error!.ShouldNotContain("disposed");
            result.Audit.ShouldNotBeNull(result.Error).MissingRecords.ShouldBe(0);
            Cassandra.DisturbedTrial.Run(target, 500, static () => { }).Status.ShouldBe(Core.Results.TrialStatus.Complete);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Recover_AfterTheServerCrashedAndCameBack_FindsTheAcknowledgedBatch()
    {
        using var target = server.Open(client: Client);
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 5000);
        writer.Write(batch);

        // A postmaster whose child is killed throws all sessions out, recovers from its log and goes on.
        using (var connection = server.Connect())
        using (var command = new Npgsql.NpgsqlCommand("SELECT pg_backend_pid()", connection))
        using (var victim = Process.GetProcessById((int)command.ExecuteScalar()!))
        {
            victim.Kill();
        }

        var patience = Stopwatch.StartNew();
        BatchFate? fate = null;
        while (fate is null)
        {
            try
            {
                fate = writer.Recover(batch);
            }
            catch (BatchWriteException e) when (e.IsTransient && patience.Elapsed < TimeSpan.FromSeconds(30))
            {
                Thread.Sleep(50);
            }
        }

        fate.ShouldBe(BatchFate.Stored);
    }

    [Fact]
    public void Open_WrongPassword_IsUnreachableAndNamesNoSecret()
    {
        const string Password = "not-the-right-one";
        using var local = server.Open();
        server.Execute("DROP ROLE IF EXISTS dbingest_secured");
        server.Execute("CREATE ROLE dbingest_secured LOGIN PASSWORD 'right'");
        string access = Path.Combine(server.DataFolder, "pg_hba.conf");
        string before = File.ReadAllText(access);
        File.WriteAllText(access, "local all dbingest_secured scram-sha-256\n" + before);
        try
        {
            server.Execute("SELECT pg_reload_conf()");
            string endpoint = $"Host={server.SocketFolder};Username=dbingest_secured;Database=postgres";
            AwaitReload(() => server.Open(endpoint, client: Client, password: Password));

            var thrown = Should.Throw<TargetException>(() => server.Open(endpoint, client: Client, password: Password));
            thrown.IsUnreachable.ShouldBeTrue();
            thrown.Message.ShouldContain("28P01");
            thrown.ToString().ShouldNotContain(Password);

            using var admitted = server.Open(endpoint, client: Client, password: "right");
            admitted.AttachEndpoint.ShouldNotContain("right");
            System.Text.Json.JsonSerializer.Serialize(admitted.Describe()).ShouldNotContain("right\"");
        }
        finally
        {
            File.WriteAllText(access, before);
            server.Execute("SELECT pg_reload_conf()");
        }
    }

    [Fact]
    public void Open_PortClosed_IsUnreachable()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        var thrown = Should.Throw<TargetException>(() => server.Open($"127.0.0.1:{port}"));

        thrown.IsUnreachable.ShouldBeTrue();
        thrown.Message.ShouldContain($"127.0.0.1:{port}");
    }

    private static void Kill(int pid)
    {
        try
        {
            using var victim = Process.GetProcessById(pid);
            victim.Kill();
        }
        catch (ArgumentException)
        {
            // It is gone already.
        }
    }

    private static void AwaitReload(Func<ITarget> open)
    {
        for (int i = 0; i < 100; i++)
        {
            try
            {
                open().Dispose();
                Thread.Sleep(50);
            }
            catch (TargetException)
            {
                return;
            }
        }
    }

    private static IReadOnlyList<string> Audit(ITarget target, int sources, long records)
    {
        var stored = new StoredContent(9, records,
            [.. Enumerable.Range(0, sources).Select(s => s == 0 ? (IReadOnlyList<SequenceRange>)[] : [new(0, records)])]);
        target.Audit(stored, CancellationToken.None);
        return Auditor.Compare(stored, [RecordHash.Sum(Samples.Batch(0, 0, (int)records)), 0], elapsedS: 0).Findings;
    }
}
