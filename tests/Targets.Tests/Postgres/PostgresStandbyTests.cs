using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>
/// A synchronous standby that is away. A commit waits for it, and is visible once the writer has given up and its session was
/// ended, but it is not what the durability level promises.
/// </summary>
[Collection("postgres")]
[Needs("postgres")]
public class PostgresStandbyTests(PostgresFixture server)
{
    private const string Commit = "SELECT pg_logical_emit_message(true, 'test', '')";

    /// <summary>The write path.</summary>
    protected virtual string Client => "wire";

    [Fact]
    public void Recover_StandbyAway_DoesNotCallTheBatchStored()
    {
        using var target = Open();
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 100);
        WithoutStandby(() =>
        {
            Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();
            var thrown = Should.Throw<BatchWriteException>(() => writer.Recover(batch));
            (thrown.IsTransient, thrown.IsAmbiguous).ShouldBe((true, true));
            thrown.Message.ShouldContain("synchronous_standby_names");
            server.Count().ShouldBe(100);
            Should.Throw<BatchWriteException>(() => writer.Recover(batch)).IsAmbiguous.ShouldBeTrue();
        });

        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        writer.Write(Samples.Batch(0, 100, 100));
        server.Count().ShouldBe(200);
    }

    /// <summary>A level that does not wait for standbys is as fast without them.</summary>
    [Fact]
    public void Recover_StandbyAwayAndNotPromised_CallsTheBatchStored()
    {
        using var target = Open("local");
        target.Prepare(Samples.Table);
        using var writer = target.OpenWriter(0);
        var batch = Samples.Batch(0, 0, 100);
        WithoutStandby(() =>
        {
            writer.Write(batch);
            writer.Recover(batch).ShouldBe(BatchFate.Stored);
        });
    }

    /// <summary>A service reads after Restore which records it may confirm, also if another request had written them.</summary>
    [Fact]
    public void Restore_StandbyAway_Waits()
    {
        using var target = Open();
        target.Prepare(Samples.Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        using var other = target.OpenWriter(0);
        var operations = (IRecordOperations)writer;
        var restoring = (IRecordOperations)other;
        var batch = Samples.Batch(0, 0, 1);
        writer.Write(batch);
        RecordVersion.Apply(batch, 0, 1);
        operations.Update(batch);
        WithoutStandby(() =>
        {
            Should.Throw<BatchWriteException>(() => operations.Update(batch)).IsAmbiguous.ShouldBeTrue();
            Should.Throw<BatchWriteException>(() => operations.Restore()).IsAmbiguous.ShouldBeTrue();
            Should.Throw<BatchWriteException>(() => other.Write(batch)).IsAmbiguous.ShouldBeFalse();
            Should.Throw<BatchWriteException>(() => restoring.Restore()).IsAmbiguous.ShouldBeTrue();
        });

        operations.Restore();
        restoring.Restore();
        operations.Update(batch);
    }

    /// <summary>A request that is found in the ledger is not confirmed before the standbys have it.</summary>
    [Fact]
    public void Write_RequestInTheLedgerAndStandbyAway_Waits()
    {
        using var target = Open();
        server.Execute("DROP TABLE IF EXISTS dbingest_records");
        target.Ensure(Samples.Table with { HasLedger = true, IsServed = true });
        using var writer = target.OpenWriter(0);
        var ledger = (IRequestLedger)writer;
        var batch = Samples.Batch(0, 0, 10);
        byte[] digest = new byte[32];
        RandomNumberGenerator.Fill(digest);
        var request = new LedgerRow(digest, digest, 0, 0, batch.Count);
        ledger.Write(batch, request).ShouldBeTrue();
        WithoutStandby(() =>
            Should.Throw<BatchWriteException>(() => ledger.Write(batch, request)).IsAmbiguous.ShouldBeTrue());

        ((IRecordReads)writer).Restore();
        ledger.Write(batch, request).ShouldBeFalse();
    }

    private ITarget Open(string? durability = null) =>
        server.Open(durability: durability, timeout: TimeSpan.FromSeconds(2), client: Client);

    private void WithoutStandby(Action work)
    {
        server.Execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
        try
        {
            server.Execute("SELECT pg_reload_conf()");

            // Commits wait from the moment at which another process of the server has read the setting.
            var commit = Task.CompletedTask;
            while (!HasWaiter())
            {
                commit = commit.IsCompleted ? Task.Run(() => server.Execute(Commit)) : commit;
                Thread.Sleep(20);
            }

            work();
        }
        finally
        {
            server.Execute("ALTER SYSTEM RESET synchronous_standby_names");
            server.Execute("SELECT pg_reload_conf()");
            server.Execute(Commit);
        }
    }

    private bool HasWaiter()
    {
        using var connection = server.Connect();
        using var command = new NpgsqlCommand("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", connection);
        return (long)command.ExecuteScalar()! > 0;
    }
}
