using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Hybrid;

namespace DbIngest.Targets.Tests.Hybrid;

/// <summary>A writer of both databases when one of them fails.</summary>
public sealed class HybridWriterTests
{
    [Theory]
    [InlineData(true, false, BatchFate.Absent)]
    [InlineData(false, true, BatchFate.Stored)]
    public void Recover_OneSideFails_BothHaveTheBatchOrNeither(bool recordsFail, bool rowFails, BatchFate fate)
    {
        var records = new Stub { Fails = recordsFail };
        var control = new Stub { Fails = rowFails };
        using var writer = new HybridWriter(records, control);
        var batch = Trial.Batch(new PatternWorkload(4), 0, 0, 10);
        var failure = Should.Throw<BatchWriteException>(() => writer.Write(batch));
        failure.IsTransient.ShouldBeTrue();
        records.Fails = control.Fails = false;

        writer.Recover(batch, failure.IsAmbiguous).ShouldBe(fate);

        (records.Stored, control.Stored).ShouldBe(fate == BatchFate.Stored ? (10, 1) : (0, 0));
        if (fate == BatchFate.Absent)
        {
            writer.Write(batch);
        }

        (records.Stored, control.Stored).ShouldBe((10, 1));
    }

    [Fact]
    public void Recover_RowStillFails_IsAskedAgainWithoutWritingRecordsTwice()
    {
        var records = new Stub();
        var control = new Stub { Fails = true };
        using var writer = new HybridWriter(records, control);
        var batch = Trial.Batch(new PatternWorkload(4), 0, 0, 10);
        Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsAmbiguous.ShouldBeTrue();
        Should.Throw<BatchWriteException>(() => writer.Recover(batch));
        control.Fails = false;

        writer.Recover(batch).ShouldBe(BatchFate.Stored);

        (records.Stored, control.Stored).ShouldBe((10, 1));
    }

    /// <summary>The record is gone by then: a repeated deletion, which finds none, must accuse no database of a loss.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Delete_RowCannotBeForgotten_IsInDoubt(bool isConflict)
    {
        var control = new Stub { Fails = true, IsConflict = isConflict };
        var records = new Stub();
        var rows = new ControlRows(control, control, registered: null);
        using var writer = new HybridChangingWriter(records, records, control, rows);

        var failure = Should.Throw<BatchWriteException>(() => writer.Delete(0, 5));

        (failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, true));
        failure.IsConflict.ShouldBe(isConflict, "it is repeated for as long as any conflict");
        records.Deleted.ShouldBe(1);
    }

    [Fact]
    public void Dispose_RecordsFail_ControlIsDisposedAllTheSame()
    {
        var control = new Stub();
        var writer = new HybridWriter(new Stub { FailsAtTheEnd = true }, control);

        Should.Throw<IOException>(writer.Dispose);

        control.IsDisposed.ShouldBeTrue();
    }

    /// <summary>A writer of a transactional database that fails while it is told to, before anything is stored.</summary>
    private sealed class Stub : IBatchWriter, IRecordOperations
    {
        public bool Fails { get; set; }

        public bool IsConflict { get; init; }

        public bool FailsAtTheEnd { get; init; }

        public bool IsDisposed { get; private set; }

        public long Stored { get; private set; }

        public int Deleted { get; private set; }

        public void Write(RecordBatch batch)
        {
            Try();
            Stored += batch.Count;
        }

        public void Read(int source, long sequence, IRecordReceiver found) => Try();

        public void Scan(int source, long first, int count, IRecordReceiver found) => Try();

        public void Update(RecordBatch record) => Try();

        public void Delete(int source, long sequence)
        {
            Try();
            Deleted++;
        }

        public void Restore()
        {
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => BatchFate.Absent;

        public void Dispose()
        {
            IsDisposed = true;
            if (FailsAtTheEnd)
            {
                throw new IOException("It is told to fail.");
            }
        }

        private void Try()
        {
            if (Fails)
            {
                throw new BatchWriteException("It is told to fail.", isTransient: true, isAmbiguous: false)
                {
                    IsConflict = IsConflict,
                };
            }
        }
    }
}
