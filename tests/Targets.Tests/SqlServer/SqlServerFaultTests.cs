using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Trials;
using DbIngest.Targets.SqlServer;
using DbIngest.Tds.Endpoint.Storage;
using Fault = DbIngest.Tds.Endpoint.Fault;

namespace DbIngest.Targets.Tests.SqlServer;

/// <summary>What becomes of a batch when a server fails at every point of a load, by both clients.</summary>
public sealed class SqlServerFaultTests
{
    private const int Rows = 500;

    private static readonly PatternWorkload Workload = new(9);
    private static readonly TrialTable Table = new(Workload.Schema, 2, 10 * Rows);

    [Theory]
    [Trait("Suite", "Slow")]
    [CombinatorialClients(nameof(Fault.CutInRows), null, BatchFate.Absent)] // the socket's buffers may have taken all of it
    [CombinatorialClients(nameof(Fault.CutBeforeCommit), true, BatchFate.Absent)]
    [CombinatorialClients(nameof(Fault.CutAfterCommit), true, BatchFate.Stored)]
    [CombinatorialClients(nameof(Fault.TruncateAnswer), true, BatchFate.Stored)]
    [CombinatorialClients(nameof(Fault.Silence), true, BatchFate.Stored)]
    [CombinatorialClients(nameof(Fault.Lingers), true, BatchFate.Stored)] // the server goes on after the client has given up
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Recover_ConnectionLost_SaysWhatBecameOfTheBatch(string client, string fault, bool? ambiguous, BatchFate fate)
    {
        using var endpoint = SqlServerFixture.Start();
        bool mustGiveUp = fault is nameof(Fault.Silence) or nameof(Fault.Lingers);
        // a busy machine alone may take seconds for what comes before the fault
        var patience = TimeSpan.FromSeconds(mustGiveUp ? 4 : 30);
        using var target = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client) with { RequestTimeout = patience });
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(Workload, 0, 0, Rows));
        var batch = Trial.Batch(Workload, 0, Rows, Rows);

        endpoint.Arm(Enum.Parse<Fault>(fault));
        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        thrown.IsTransient.ShouldBeTrue(thrown.Message);
        thrown.IsAmbiguous.ShouldBe(ambiguous ?? thrown.IsAmbiguous, thrown.Message);
        InTime(() => writer.Recover(batch, thrown.IsAmbiguous)).ShouldBe(fate);
        if (fate == BatchFate.Absent)
        {
            writer.Write(batch);
        }

        Audit(target, 2 * Rows).ShouldBeEmpty();
    }

    /// <summary>What the server is still at work on has ended when the writer may be used again: it undoes nothing.</summary>
    [Theory]
    [Trait("Suite", "Slow")]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Restore_ServerStillAtWorkOnTheLostRequest_WaitsForItsEnd(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client) with { RequestTimeout = TimeSpan.FromSeconds(4) });
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        var reads = (IRecordReads)writer;

        endpoint.Arm(Fault.Lingers);
        var lost = Record.Exception(() => writer.Write(Trial.Batch(Workload, 0, 0, Rows)));
        InTime(() =>
        {
            reads.Restore();
            return true;
        });

        lost.ShouldBeOfType<BatchWriteException>().IsAmbiguous.ShouldBeTrue();
        reads.RestoreFences.ShouldBeTrue();
        endpoint.Catalog.Table("dbingest", "dbingest_records").Count.ShouldBe(Rows);
    }

    [Theory]
    [CombinatorialClients(1205, 13, true, false)]
    [CombinatorialClients(1222, 16, true, false)]
    [CombinatorialClients(4891, 16, true, false)]
    [CombinatorialClients(701, 17, true, false)]
    [CombinatorialClients(9002, 17, false, false)]
    [CombinatorialClients(1105, 17, false, false)]
    [CombinatorialClients(229, 14, false, false)]
    [CombinatorialClients(40501, 16, true, false)]
    [CombinatorialClients(40197, 20, true, true)] // from 20 on only the session is known to have ended
    [CombinatorialClients(596, 21, true, true)]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Write_Refused_IsTransientOrNotAsTheVendorSays(string client, int number, int severity, bool isTransient,
        bool isAmbiguous)
    {
        using var endpoint = SqlServerFixture.Start();
        endpoint.Refusal = new ServerMessage(number, (byte)severity, 1, "on command");
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(Workload, 0, 0, Rows);

        endpoint.Arm(Fault.Refuse);
        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (thrown.IsTransient, thrown.IsAmbiguous).ShouldBe((isTransient, isAmbiguous), thrown.Message);
        thrown.Message.ShouldContain(number.ToString(System.Globalization.CultureInfo.InvariantCulture));
        writer.Recover(batch, thrown.IsAmbiguous).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        Audit(target, Rows).ShouldBeEmpty();
    }

    [Theory]
    [CombinatorialClients(100)]
    [CombinatorialClients(499)]
    [CombinatorialClients(500)]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Write_SeveralLoadsABatch_IsOneTransaction(string client, int rowsALoad)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, $"&batch={rowsALoad}"));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(Workload, 0, 0, Rows);

        endpoint.Arm(Fault.CutInRows);
        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));
        writer.Recover(batch, thrown.IsAmbiguous).ShouldBe(BatchFate.Absent);
        endpoint.Catalog.Table("dbingest", "dbingest_records").Count.ShouldBe(0);

        writer.Write(batch);
        endpoint.Catalog.Table("dbingest", "dbingest_records").Count.ShouldBe(Rows);
        Audit(target, Rows).ShouldBeEmpty();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Recover_PartOfTheBatchStored_ErasesIt(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(Workload, 0, 0, Rows));
        var batch = Trial.Batch(Workload, 0, Rows, Rows);
        writer.Write(batch);
        var table = endpoint.Catalog.Table("dbingest", "dbingest_records");
        table.Remove(row => (long)row[1]! == Rows + 7).ShouldBe(1);

        writer.Recover(batch).ShouldBe(BatchFate.Absent);

        table.Count.ShouldBe(Rows);
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Write_EveryConnectionCut_RecoversWithoutASearch(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client));
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(Workload, 0, 0, Rows));
        endpoint.CutAll();
        var batch = Trial.Batch(Workload, 0, Rows, Rows);

        var thrown = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        (thrown.IsTransient, thrown.IsAmbiguous).ShouldBe((true, false), thrown.Message);
        writer.Recover(batch, inDoubt: false).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        Audit(target, 2 * Rows).ShouldBeEmpty();
    }

    [Theory]
    [Trait("Suite", "Slow")]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Write_ServerGone_IsTransientUntilItIsBack(string client)
    {
        var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client) with { RequestTimeout = TimeSpan.FromSeconds(10) });
        target.Prepare(Table);
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(Workload, 0, 0, Rows);
        int port = endpoint.Port;
        endpoint.Dispose();

        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeTrue();
        Should.Throw<BatchWriteException>(() => writer.Recover(batch)).IsTransient.ShouldBeTrue();
        Should.Throw<TargetException>(() => target.MeasureSpace()).IsUnreachable.ShouldBeTrue();

        using var back = SqlServerFixture.Start(options => options with { Port = port });
        target.Prepare(Table);
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        Audit(target, Rows).ShouldBeEmpty();
    }

    private static T InTime<T>(Func<T> call)
    {
        for (int attempt = 0; ; attempt++)
        {
            try
            {
                return call();
            }
            catch (BatchWriteException e) when (e.IsTransient && attempt < 10)
            {
                Thread.Sleep(200);
            }
        }
    }

    private static IReadOnlyList<string> Audit(ITarget target, int records)
    {
        var stored = new StoredContent(9, records, [[], [new SequenceRange(0, records)]]);
        target.Audit(stored, CancellationToken.None);
        return Auditor.Compare(stored, [RecordHash.Sum(Trial.Batch(Workload, 0, 0, records)), 0], elapsedS: 0).Findings;
    }
}
