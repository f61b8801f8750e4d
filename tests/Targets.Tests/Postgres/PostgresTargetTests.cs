using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Trials;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
[Needs("postgres")]
public sealed class PostgresTargetTests(PostgresFixture server)
{
    [Theory]
    [InlineData(null, "wire", "DbIngest ")]
    [InlineData("driver", "driver", "Npgsql 10.")]
    public void Describe_Client_IsTheOneThatWrites(string? client, string named, string version)
    {
        using var target = server.Open(client: client);

        var description = target.Describe();

        description.Client.ShouldBe(named);
        description.DriverVersion.ShouldStartWith(version);
    }

    [Fact]
    public void Write_TriggerThatDropsARow_IsNoticed()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        server.Execute("CREATE OR REPLACE FUNCTION dbingest_drop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        server.Execute("CREATE TRIGGER dropping BEFORE INSERT ON dbingest_records FOR EACH ROW WHEN (NEW.sequence = 10) "
            + "EXECUTE FUNCTION dbingest_drop()");
        using var writer = target.OpenWriter(0);

        Should.Throw<BatchWriteException>(() => writer.Write(Samples.Batch(0, 0, 100))).Message
            .ShouldContain("99 rows instead of 100");
    }

    /// <summary>Another program may have stored NULL or an infinite time in the table that a service serves.</summary>
    [Theory]
    [InlineData("wire", "quality = NULL", "NULL")]
    [InlineData("wire", "\"timestamp\" = 'infinity'", "infinite")]
    [InlineData("driver", "quality = NULL", "NULL")]
    [InlineData("driver", "\"timestamp\" = 'infinity'", "infinite")]
    public void Read_RowThatNoRecordHas_SaysSoAndTheNextIsRead(string client, string change, string named)
    {
        using var target = server.Open(client: client);
        target.Prepare(Samples.Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Samples.Batch(0, 0, 2));
        server.Execute($"UPDATE dbingest_records SET {change} WHERE sequence = 0");
        var reads = (IRecordReads)writer;

        var error = Should.Throw<BatchWriteException>(() => reads.Read(0, 0, new ReadTally()));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((false, false));
        error.Message.ShouldContain(named);
        reads.Restore();
        var found = new ReadTally();
        reads.Read(0, 1, found);
        found.Count.ShouldBe(1);
    }

    [Fact]
    public void Describe_PrivateServer_NamesWhatBearsOnTheFigures()
    {
        using var target = server.Open(durability: "off");

        var description = target.Describe();

        description.Configuration.ShouldBe("default");
        description.Placement.ShouldBe("local");
        description.ServerVersion.ShouldStartWith("PostgreSQL ");
        description.Settings["synchronous_commit"].ShouldBe("off");
        description.Settings["fsync"].ShouldBe("on");
        description.Settings["shared_buffers"].ShouldBe("128MB");
        description.Settings.Keys.ShouldContain("full_page_writes");
    }

    [Fact]
    public void Describe_TunedServer_NamesWhatWasTuned()
    {
        using var target = server.Open();
        server.Execute("ALTER SYSTEM SET wal_compression = on");
        try
        {
            Reload(target, "tuned: wal_compression=pglz");
        }
        finally
        {
            server.Execute("ALTER SYSTEM RESET wal_compression");
            Reload(target, "default");
        }
    }

    [Fact]
    public void Open_ContractThatTheServerCannotKeep_IsRefused()
    {
        using var local = server.Open();

        Should.Throw<TargetException>(() => server.Open(durability: "remote_apply")).Message
            .ShouldContain("synchronous_standby_names");
        Should.Throw<ArgumentException>(() => server.Open(durability: "never")).Message.ShouldContain("never");
    }

    [Fact]
    public void MeasureSpace_AfterWriting_AgreesWithTheFilesAndCountsTheLog()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        var baseline = target.MeasureSpace();
        using (var writer = target.OpenWriter(0))
        {
            writer.Write(Samples.Batch(0, 0, 50_000));
        }

        target.Settle(CancellationToken.None);
        var space = target.MeasureSpace().Since(baseline);

        // 24 bytes of header, 24 of fixed fields, 72 of values, 4 of line pointer; a NULL shortens, its bitmap lengthens.
        (space.DataBytes / 50_000.0).ShouldBeInRange(115, 140);
        space.FilesApparentBytes.ShouldBe(space.DataBytes);
        space.FilesAllocatedBytes.ShouldNotBeNull().ShouldBeGreaterThanOrEqualTo(space.DataBytes / 2);
        space.IndexBytes.ShouldBe(0);
        (space.LogBytes / 50_000.0).ShouldBeInRange(80, 400);
    }

    [Fact]
    public void Audit_TableOfManyPages_ReadsEveryRowOnce()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        using (var writer = target.OpenWriter(0))
        {
            for (int first = 0; first < 200_000; first += 50_000)
            {
                writer.Write(Samples.Batch(0, first, 50_000));
            }
        }

        var stored = new StoredContent(9, 200_000, [[]]);
        target.Audit(stored, CancellationToken.None);

        Auditor.Compare(stored, [RecordHash.Sum(Samples.Batch(0, 0, 200_000))], elapsedS: 0).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Audit_Cancelled_EndsAndLeavesTheTargetUsable()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        using (var writer = target.OpenWriter(0))
        {
            writer.Write(Samples.Batch(0, 0, 50_000));
        }

        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        Should.Throw<OperationCanceledException>(() => target.Audit(new(9, 50_000, [[]]), cancelled.Token));

        target.MeasureSpace().DataBytes.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Audit_ForeignTable_SaysSo()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        server.Execute($"ALTER TABLE {PostgresTable.Name} DROP COLUMN frequency");

        Should.Throw<TargetException>(() => target.Audit(new(9, 1, [[]]), CancellationToken.None)).Message
            .ShouldContain("frequency");
    }

    [Fact]
    public void Attach_OtherInstance_WritesIntoThePreparedTable()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        using (var other = server.Open(target.AttachEndpoint, durability: "off"))
        {
            other.Attach(Samples.Table);
            using var writer = other.OpenWriter(1);
            writer.Write(Samples.Batch(1, 0, 100));
        }

        server.Count("source = 1").ShouldBe(100);
    }

    [Fact]
    public void Settle_RoleThatMayNotCheckpoint_AwaitsTheFlushAndSaysSo()
    {
        using var local = server.Open();
        server.Execute("DROP ROLE IF EXISTS dbingest_plain");
        server.Execute("CREATE ROLE dbingest_plain LOGIN");
        server.Execute("DROP TABLE IF EXISTS dbingest_records");
        server.Execute("GRANT CREATE ON SCHEMA public TO dbingest_plain");
        using (var target = server.Open($"Host={server.SocketFolder};Username=dbingest_plain;Database=postgres"))
        {
            target.Prepare(Samples.Table);
            var batch = Samples.Batch(0, 0, 1000);
            using var writer = target.OpenWriter(0);
            writer.Write(batch);
            target.Settle(CancellationToken.None);

            target.Describe().Settings["settle"].ShouldContain("WAL flush");
            target.MeasureSpace().FilesApparentBytes.ShouldBeNull();
            writer.Recover(batch).ShouldBe(BatchFate.Stored);
            target.Clean();
        }

        server.Execute("REVOKE CREATE ON SCHEMA public FROM dbingest_plain");
        server.Execute("DROP ROLE dbingest_plain");
    }

    [Fact]
    public void ServerProcesses_LocalServer_AreThePostmasterAndItsChildren()
    {
        using var target = server.Open();

        var processes = target.ServerProcesses();

        processes.Count.ShouldBeGreaterThan(3);

        // The one that answered the question ends with it.
        var names = processes.Select(Name).OfType<string>().ToList();
        names.Count.ShouldBeGreaterThanOrEqualTo(processes.Count - 1);
        names.ShouldAllBe(name => name == "postgres");
    }

    [Fact]
    public void Probe_WithAndWithoutEndpoint_SaysWhatIsThere()
    {
        using var local = server.Open();
        var definition = new PostgresDefinition();
        TargetOptions Options(string? endpoint) => new() { WorkFolder = server.WorkFolder, Endpoint = endpoint };

        definition.Probe(Options(null))
            .ShouldSatisfyAllConditions(p => p.IsAvailable.ShouldBeTrue(), p => p.Detail.ShouldContain("PostgreSQL"));
        definition.Probe(Options(local.AttachEndpoint)).IsAvailable.ShouldBeTrue();
        definition.Probe(Options("127.0.0.1:1")).IsAvailable.ShouldBeFalse();
        definition.Probe(Options("not an endpoint")).IsAvailable.ShouldBeFalse();
    }

    [Fact]
    public void Write_SteadyState_AllocatesNothingPerRecord()
    {
        using var target = server.Open();
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var small = Samples.Batch(0, 0, 10);
        var large = Samples.Batch(0, 0, 50_000);

        // The smallest of several, since the driver's timers and the like allocate now and then.
        long ofSmall = Enumerable.Range(0, 5).Min(_ => Allocated(() => writer.Write(small)));
        long ofLarge = Enumerable.Range(0, 5).Min(_ => Allocated(() => writer.Write(large)));

        (ofLarge - ofSmall).ShouldBeLessThan(10_000);
    }

    private static string? Name(int pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/comm").Trim();
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static long Allocated(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private void Reload(ITarget target, string expected)
    {
        server.Execute("SELECT pg_reload_conf()");
        for (int i = 0; i < 100 && target.Describe().Configuration != expected; i++)
        {
            Thread.Sleep(50);
        }

        target.Describe().Configuration.ShouldBe(expected);
    }
}
