using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Sqlite;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Tests.Sqlite;

/// <summary>What can go wrong with a file: not a database, in use, gone, on a full disk.</summary>
public sealed class SqliteFaultTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-sqlite-").FullName;
    private readonly PatternWorkload _workload = new(9);

    private string File => Path.Combine(_folder, "user.db");

    private TrialTable Table => Trial.Table(_workload, 1, 10_000);

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Open_TextFile_IsRefusedAndLeftAlone()
    {
        string text = new('x', 5000);
        System.IO.File.WriteAllText(File, text);

        Should.Throw<ArgumentException>(() => Open(File)).Message.ShouldContain("not an SQLite database");

        System.IO.File.ReadAllText(File).ShouldBe(text);
    }

    [Theory]
    [InlineData("")]
    [InlineData(":memory:")]
    [InlineData("/")]
    [InlineData("/no/such/folder/x.db")]
    public void Open_EndpointThatIsNoFile_IsRefused(string endpoint) =>
        Should.Throw<ArgumentException>(() => Open(endpoint)).Message.ShouldStartWith("--endpoint");

    [Fact]
    public void Prepare_UsersFile_LeavesOtherTablesAndJournalModeAlone()
    {
        Execute("CREATE TABLE mine(a); INSERT INTO mine VALUES (42)");
        using (var target = Open(File))
        {
            target.Prepare(Table);
            Trial.WriteAll(target, _workload, Table, batch: 1000);
            Trial.Audit(target, _workload, Table).Findings.ShouldBeEmpty();
            target.Clean();
        }

        Execute("SELECT a FROM mine").ShouldBe(42L);
        Execute("SELECT count(*) FROM sqlite_schema").ShouldBe(1L);
        Execute("PRAGMA journal_mode").ShouldBe("delete");
    }

    [Fact]
    public void Clean_UsersFileWithoutOtherTables_GivesTheSpaceBack()
    {
        using var target = Open(File);
        target.Prepare(Table);
        Trial.WriteAll(target, _workload, Table, batch: 1000);
        target.Settle(CancellationToken.None);
        new FileInfo(File).Length.ShouldBeGreaterThan(500_000);

        target.Clean();

        new FileInfo(File).Length.ShouldBeLessThan(10_000);
    }

    [Fact]
    public void Write_FileRemoved_IsAnError()
    {
        using var target = Open(File);
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 100));
        foreach (string part in Directory.GetFiles(_folder, "user.db*"))
        {
            System.IO.File.Delete(part);
        }

        var next = Trial.Batch(_workload, 0, 100, 100);
        var error = Should.Throw<BatchWriteException>(() => writer.Write(next));

        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("removed");
        Should.Throw<BatchWriteException>(() => writer.Recover(next)).Message.ShouldContain(File);
        Should.Throw<TargetException>(() => target.Settle(CancellationToken.None));
        System.IO.File.Exists(File).ShouldBeFalse();

        target.Prepare(Table);
        Trial.WriteAll(target, _workload, Table, batch: 1000);
        Trial.Audit(target, _workload, Table).Findings.ShouldBeEmpty();
    }

    [Fact]
    public void Write_FileLockedByAnother_IsTransientAndAbsent()
    {
        using var target = Open(File, TimeSpan.FromMilliseconds(200));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(_workload, 0, 0, 100);
        using (var other = new SqliteConnection($"Data Source={File};Pooling=False"))
        {
            other.Open();
            using var transaction = other.BeginTransaction(deferred: false);
            var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));
            error.IsTransient.ShouldBeTrue(error.Message);
            error.IsAmbiguous.ShouldBeFalse();
        }

        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        writer.Recover(batch).ShouldBe(BatchFate.Stored);
    }

    /// <summary>The request timeout, which the call would wait for, is longer than the test may take.</summary>
    [Fact]
    public void AddValues_CancelledWhileAnotherHoldsTheFile_StopsWaiting()
    {
        using var target = Open(File, TimeSpan.FromHours(1));
        target.Prepare(Table with { GetsValues = true });
        using var other = new SqliteConnection($"Data Source={File};Pooling=False");
        other.Open();
        using var transaction = other.BeginTransaction(deferred: false);
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));

        Should.Throw<OperationCanceledException>(() => target.AddValues(
            Table with { Schema = Table.Schema.WithAdded(2), GetsValues = true }, cancellation.Token));
    }

    /// <summary>An interrupted run disposes the target while a lane is in a call, and the connection has no mutex.</summary>
    [Fact]
    public void Dispose_WhileALaneReads_WaitsForItAndRefusesFurtherCalls()
    {
        using var target = Open(File);
        target.Prepare(Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 100));
        var ending = new Thread(target.Dispose);
        bool isWaiting = false;

        ((IRecordReads)writer).Read(0, 7, new Called(() =>
        {
            ending.Start();
            while (ending.IsAlive && !ending.ThreadState.HasFlag(ThreadState.WaitSleepJoin))
            {
                Thread.Yield();
            }

            isWaiting = ending.IsAlive;
        }));

        isWaiting.ShouldBeTrue();
        ending.Join();
        Should.Throw<BatchWriteException>(() => writer.Write(Trial.Batch(_workload, 0, 100, 100))).IsTransient.ShouldBeFalse();
        Execute("SELECT count(*) FROM dbingest_records").ShouldBe(100L);
    }

    [Fact]
    public void Recover_BatchStoredInPart_IsErased()
    {
        using var target = Open(File);
        var table = Trial.Table(_workload, 1, 300);
        target.Prepare(table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 100));
        writer.Write(Trial.Batch(_workload, 0, 130, 70));

        writer.Recover(Trial.Batch(_workload, 0, 100, 100)).ShouldBe(BatchFate.Absent);

        writer.Write(Trial.Batch(_workload, 0, 100, 200));
        Trial.Audit(target, _workload, table).Findings.ShouldBeEmpty();
    }

    /// <summary>The writer serves every source, and their batches have the same sequence numbers.</summary>
    [Fact]
    public void Recover_BatchOfAnotherSourceThanTheLast_IsFound()
    {
        using var target = Open(File);
        target.Prepare(Trial.Table(_workload, 2, 100));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(_workload, 0, 0, 100));
        writer.Write(Trial.Batch(_workload, 1, 0, 100));

        writer.Recover(Trial.Batch(_workload, 0, 0, 100)).ShouldBe(BatchFate.Stored);
    }

    /// <summary>Such a column hides the row's own number.</summary>
    [Fact]
    public void Recover_ValueCalledRowid_IsFound()
    {
        using var target = Open(File);
        target.Prepare(new TrialTable(new RecordSchema([new ValueColumn("rowid", "V")]), 1, 300));
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(new PatternWorkload(1), 0, 0, 100);
        writer.Write(batch);

        writer.Recover(batch).ShouldBe(BatchFate.Stored);
    }

    [Fact]
    [Needs("mount")]
    public void Write_DiskFull_IsPermanentAndTheRestStaysSound()
    {
        using var disk = MemoryDisk.Mount(Path.Combine(_folder, "small"), "1m");
        using var target = Open(Path.Combine(disk.Path, "small.db"));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        long stored = 0;
        var error = Should.Throw<BatchWriteException>(() =>
        {
            for (; stored < Table.RecordsPerSource; stored += 500)
            {
                writer.Write(Trial.Batch(_workload, 0, stored, 500));
            }
        });

        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("full");
        writer.Recover(Trial.Batch(_workload, 0, stored, 500)).ShouldBe(BatchFate.Absent);
        var audit = Trial.AuditUnsettled(target, _workload, Table);
        audit.StoredRecords.ShouldBe(stored);
        audit.MissingRecords.ShouldBe(Table.RecordsPerSource - stored);
    }

    private ITarget Open(string endpoint, TimeSpan? timeout = null) => new SqliteDefinition().Open(new TargetOptions
    {
        WorkFolder = _folder,
        Endpoint = endpoint,
        RequestTimeout = timeout ?? TimeSpan.FromSeconds(10),
    });

    private object? Execute(string sql)
    {
        using var connection = new SqliteConnection($"Data Source={File};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        return command.ExecuteScalar();
    }

    /// <summary>Runs an action for each record, while the target is in its call.</summary>
    private sealed class Called(Action action) : IRecordReceiver
    {
        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) => action();
    }
}
