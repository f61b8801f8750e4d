using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Tests;

/// <summary>
/// A store of two databases. Its records replace stored ones of the same keys, as those of Cassandra and MongoDB do.
/// </summary>
public sealed class ComposedStoreTests
{
    /// <summary>Control data of a batch that is written whole would count two records a second time.</summary>
    [Fact]
    public async Task Store_BatchOfWhichAnotherRequestStoredAPart_IsCompletedAndNotWrittenWhole()
    {
        var records = new FakeStore { Overwrites = true };
        using var target = new Composed(records);
        using var session = new StoreSession(target, isKeyed: true);

        (await session.Store(Batch(4, 2))).ShouldBeTrue();
        (await session.Store(Batch(0, 10))).ShouldBeTrue();
        (await session.Store(Batch(0, 10))).ShouldBeFalse();

        target.Calls.ShouldBe(["write 2 from 4", "complete 10 from 0", "complete 10 from 0"]);
        records.Rows.Count.ShouldBe(10);
    }

    private static RecordBatch Batch(int first, int count)
    {
        var batch = new RecordBatch(RunningService.Schema, count);
        batch.Reset(0, first, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = first + row;
        }

        return batch;
    }

    private sealed class Composed(ITarget records) : ForwardingTarget(records)
    {
        public List<string> Calls { get; } = [];

        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new Writer(Inner.OpenWriter(source, cancellation), Calls);
    }

    private sealed class Writer(IBatchWriter records, List<string> calls) : IComposedWriter, IRecordReads
    {
        public bool ServesAnySource => true;

        public IBatchWriter Records => records;

        private IRecordReads Reads => (IRecordReads)records;

        public void Write(RecordBatch batch)
        {
            calls.Add(FormattableString.Invariant($"write {batch.Count} from {batch.FirstSequence}"));
            records.Write(batch);
        }

        public void Complete(RecordBatch batch) =>
            calls.Add(FormattableString.Invariant($"complete {batch.Count} from {batch.FirstSequence}"));

        public void Ask()
        {
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => records.Recover(batch, inDoubt);

        public void Read(int source, long sequence, IRecordReceiver found) => Reads.Read(source, sequence, found);

        public void Scan(int source, long first, int count, IRecordReceiver found) => Reads.Scan(source, first, count, found);

        public void Restore() => Reads.Restore();

        public void Dispose() => records.Dispose();
    }
}
