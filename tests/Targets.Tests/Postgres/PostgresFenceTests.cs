using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>What becomes of a request that a slow network delivers after its retry.</summary>
[Collection("postgres")]
[Needs("postgres")]
public class PostgresFenceTests(PostgresFixture server)
{
    /// <summary>The write path.</summary>
    protected virtual string Client => "wire";

    /// <summary>A request that is delayed past its retry undoes nothing written since: the writer fences it off.</summary>
    [Fact]
    public void Restore_RequestDelayedPastItsRetry_ChangesNothingAnyMore()
    {
        using var local = server.Open();
        using var proxy = new CuttingProxy(server.SocketFolder);
        using var target = server.Open(proxy.Endpoint, client: Client);
        target.Prepare(Samples.Table with { IsKeyed = true });
        using var writer = target.OpenWriter(0);
        writer.Write(Samples.Batch(0, 0, 1));
        var operations = (IRecordOperations)writer;
        var first = Samples.Batch(0, 0, 1);
        RecordVersion.Apply(first, 0, 1);
        var second = Samples.Batch(0, 0, 1);
        RecordVersion.Apply(second, 0, 2);

        // Once before, so that the statement is prepared.
        operations.Update(first);
        proxy.Arm(Cut.HoldRequest);
        Should.Throw<BatchWriteException>(() => operations.Update(first)).IsAmbiguous.ShouldBeTrue();
        proxy.HasCut.ShouldBeTrue();
        operations.Restore();
        operations.Update(second);
        proxy.Release();

        operations.RestoreFences.ShouldBeTrue();
        var found = new ReadTally();
        operations.Read(0, 0, found);
        found.Checksum.ShouldBe(RecordHash.OfRow(second, 0, new double[second.Schema.ValueCount]));
    }
}
