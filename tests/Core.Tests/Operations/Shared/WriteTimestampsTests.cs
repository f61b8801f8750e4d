using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>Writers whose write timestamps, not the times of their calls, decide which of two updates is newer.</summary>
public sealed class WriteTimestampsTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Open_ComposedWriter_HasTheWriteTimestampsOfItsRecords(bool hasTimestamps)
    {
        OperationMix.TryParse("read=50,update=50,keys=zipfian:shared", out var mix).ShouldBeTrue();
        var workload = new CountingWorkload();
        using var records = workload.Open(0);
        using var work = new SharedKeysWork(new OperationRequest(mix, 1, 1, Batch: 1, 100) { Sources = 1 }, workload, 0, 0);

        work.Open(new Composed(hasTimestamps ? new Timestamped() : new Idle()), records);

        SharedKeysWork.LogOf([work], 0).ShouldNotBeNull().HasWriteTimestamps.ShouldBe(hasTimestamps);
    }

    private class Idle : IBatchWriter, IRecordOperations
    {
        public void Write(RecordBatch batch)
        {
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => BatchFate.Absent;

        public void Read(int source, long sequence, IRecordReceiver found)
        {
        }

        public void Scan(int source, long first, int count, IRecordReceiver found)
        {
        }

        public void Update(RecordBatch record)
        {
        }

        public void Delete(int source, long sequence)
        {
        }

        public void Restore()
        {
        }

        public void Dispose() => GC.SuppressFinalize(this);
    }

    private sealed class Timestamped : Idle, IWriteTimestamps
    {
        public long LastWriteTimestamp => 1;
    }

    private sealed class Composed(IBatchWriter records) : Idle, IComposedWriter
    {
        public IBatchWriter Records => records;

        public void Complete(RecordBatch batch)
        {
        }

        public void Ask()
        {
        }
    }
}
