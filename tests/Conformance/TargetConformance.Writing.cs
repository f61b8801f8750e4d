using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

public abstract partial class TargetConformance<TDefinition>
{
    private const int LargeBatch = 10_000;

    [SkippableTheory]
    [InlineData(1, 1, 30)]
    [InlineData(1, 9, 30)]
    [InlineData(7, 9, 1000)]
    [InlineData(333, 1, 1000)]
    [InlineData(333, 40, 1000)]
    [InlineData(1000, 9, 5000)]
    [InlineData(LargeBatch, 9, 12_000)]
    public void Write_AnyBatchSizeAndWidth_IsStoredExactly(int batch, int values, int records)
    {
        var workload = Pattern(values);
        var table = Trial.Table(workload, sources: 2, records);
        using var target = Prepared(table);

        Trial.WriteAll(target, workload, table, batch);
        var audit = Trial.Audit(target, workload, table);

        audit.Findings.ShouldBeEmpty();
        audit.StoredRecords.ShouldBe(2 * records);
    }

    [SkippableFact]
    public void Write_ManySourcesAtOnce_AreStoredExactly()
    {
        var workload = Pattern(9);
        var table = Trial.Table(workload, sources: 16, records: 1000);
        using var target = Prepared(table);

        Trial.WriteAll(target, workload, table, batch: 100);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Write_TwoWritersOfASource_AreStoredExactly()
    {
        var workload = Pattern(3);
        var table = Trial.Table(workload, sources: 1, records: 1000);
        using var target = Prepared(table);
        using var first = target.OpenWriter(0);
        using var second = target.OpenWriter(0);

        for (int batch = 9; batch >= 0; batch--)
        {
            (batch % 2 == 0 ? first : second).Write(Trial.Batch(workload, 0, batch * 100, 100));
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Write_SteadyState_AllocatesNothingPerRecord()
    {
        int batches = Math.Clamp(ManyRecords / 1000, 2, 4);
        var workload = Pattern(9);
        var table = Trial.Table(workload, 1, 2 * batches * LargeBatch);
        using var target = Prepared(table);
        using var writer = target.OpenWriter(0);
        using var records = workload.Open(0);
        var batch = Trial.Batch(workload, 0, 0, LargeBatch);
        for (int i = 0; i < batches; i++)
        {
            records.Fill(batch, i * LargeBatch, LargeBatch);
            writer.Write(batch);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = batches; i < 2 * batches; i++)
        {
            records.Fill(batch, i * LargeBatch, LargeBatch);
            writer.Write(batch);
        }

        double bytesPerRecord = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)(batches * LargeBatch);
        bytesPerRecord.ShouldBeLessThan(AllocatedBytesPerRecord);
    }

    [SkippableFact]
    public void Audit_SomeNotWritten_CountsThemExactly()
    {
        var workload = Pattern(5);
        var table = Trial.Table(workload, sources: 3, records: 1000);
        using var target = Prepared(table);
        Trial.Write(target, workload, [0, 2], new SequenceRange(0, 1000), batch: 100);
        Trial.Write(target, workload, [1], new SequenceRange(0, 400), batch: 100);
        Trial.Write(target, workload, [1], new SequenceRange(463, 537), batch: 100);

        var audit = Trial.Audit(target, workload, table);

        audit.Passed.ShouldBeFalse();
        audit.StoredRecords.ShouldBe(2937);
        audit.MissingRecords.ShouldBe(63);
        audit.DuplicateRecords.ShouldBe(0);
        audit.Sources[1].Missing.ShouldBe(63);
        audit.Findings.ShouldHaveSingleItem().ShouldContain("400");
    }

    [SkippableFact]
    public void Audit_ForeignRecords_AreFound()
    {
        Open().Dispose();
        Skip.If(NoForeignReason is not null, NoForeignReason);
        var workload = Pattern(2);
        var table = Trial.Table(workload, sources: 1, records: 100);
        using var target = Prepared(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        Trial.Write(target, workload, [0], new SequenceRange(100, 3), batch: 10);
        Trial.Write(target, workload, [1], new SequenceRange(0, 2), batch: 10);

        var audit = Trial.Audit(target, workload, table);

        audit.Passed.ShouldBeFalse();
        audit.ForeignRecords.ShouldBe(5);
    }

    [SkippableFact]
    public void Attach_SecondTarget_SharesTheData()
    {
        Skip.IfNot(Definition.TakesSeveralProcesses, "One process only, by its registration.");
        var workload = Pattern(9);
        var table = Trial.Table(workload, sources: 4, records: 1000);
        using var first = Prepared(table);
        using (var second = Definition.Open(Options with { Endpoint = first.AttachEndpoint }))
        {
            second.Attach(table);
            Parallel.Invoke(
                () => Trial.Write(first, workload, [0, 1], new SequenceRange(0, 1000), batch: 50),
                () => Trial.Write(second, workload, [2, 3], new SequenceRange(0, 1000), batch: 50));

            Trial.Audit(second, workload, table).Findings.ShouldBeEmpty();
        }

        Trial.Audit(first, workload, table).Findings.ShouldBeEmpty();
        first.Prepare(table);
        Trial.Audit(first, workload, table).StoredRecords.ShouldBe(0);
    }

    [SkippableFact]
    public void Attach_AfterAnotherPrepare_UsesTheNewSchema()
    {
        Skip.IfNot(Definition.TakesSeveralProcesses, "One process only, by its registration.");
        var narrow = Pattern(1);
        var wide = Pattern(9);
        using var first = Prepared(Trial.Table(narrow, 1, 100));
        using var second = Definition.Open(Options with { Endpoint = first.AttachEndpoint });
        second.Attach(Trial.Table(narrow, 1, 100));
        Trial.WriteAll(second, narrow, Trial.Table(narrow, 1, 100), batch: 10);

        var table = Trial.Table(wide, 2, 300);
        first.Prepare(table);
        second.Attach(table);
        Trial.WriteAll(second, wide, table, batch: 100);

        Trial.Audit(first, wide, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void Recover_StoredAndUnsentBatch_TellsThemApart()
    {
        var workload = Pattern(3);
        var table = Trial.Table(workload, sources: 2, records: 300);
        using var target = Prepared(table);
        using var writer = target.OpenWriter(0);
        using var other = target.OpenWriter(1);
        var stored = Trial.Batch(workload, 0, 0, 100);
        other.Write(Trial.Batch(workload, 1, 100, 100));
        writer.Write(stored);
        other.Write(Trial.Batch(workload, 1, 200, 100));

        writer.Recover(stored).ShouldBe(BatchFate.Stored);
        writer.Recover(Trial.Batch(workload, 0, 100, 100)).ShouldBe(BatchFate.Absent);
        other.Recover(Trial.Batch(workload, 1, 0, 100)).ShouldBe(BatchFate.Absent);

        other.Write(Trial.Batch(workload, 1, 0, 100));
        writer.Write(Trial.Batch(workload, 0, 100, 100));
        writer.Write(Trial.Batch(workload, 0, 200, 100));
        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    [SkippableFact]
    public void MeasureSpace_RisingRecords_IsMonotoneAndPlausible()
    {
        int step = ManyRecords;
        var workload = Pattern(9);
        var table = Trial.Table(workload, 1, 2 * step);
        using var target = Prepared(table);
        var baseline = target.MeasureSpace();

        Trial.Write(target, workload, [0], new SequenceRange(0, step), batch: 1000);
        target.Settle(CancellationToken.None);
        var half = target.MeasureSpace().Since(baseline);
        Trial.Write(target, workload, [0], new SequenceRange(step, step), batch: 1000);
        target.Settle(CancellationToken.None);
        var full = target.MeasureSpace().Since(baseline);

        if (!StoresRecords)
        {
            full.StoredBytes.ShouldBe(0);
            return;
        }

        // The pattern's many missing values take less than 8 bytes each; row and page headers take more.
        double raw = workload.Schema.BytesPerRecord;
        (half.StoredBytes / (double)step).ShouldBeInRange(0.4 * raw, LargestSpaceRatio * raw);
        (full.StoredBytes / (double)half.StoredBytes).ShouldBeInRange(1.5, 2.5);
        full.LogBytes.ShouldBeGreaterThanOrEqualTo(half.LogBytes);
        if (full.FilesApparentBytes is { } apparent)
        {
            apparent.ShouldBeGreaterThanOrEqualTo(full.DataBytes);
        }
    }

    [SkippableFact]
    public void MeasureSpace_AfterCleanAndPrepare_IsTheBaselineAgain()
    {
        var workload = Pattern(9);
        var table = Trial.Table(workload, 1, 5000);
        using var target = Prepared(table);
        long baseline = target.MeasureSpace().StoredBytes;
        Trial.WriteAll(target, workload, table, batch: 1000);
        target.Settle(CancellationToken.None);

        target.Clean();
        target.Prepare(table);

        target.MeasureSpace().StoredBytes.ShouldBe(baseline);
    }
}
