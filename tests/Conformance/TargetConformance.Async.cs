using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Conformance;

/// <summary>Asynchronous calls: they do what the blocking ones do, and fail as they do.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    [SkippableFact]
    public async Task Async_EachCall_DoesWhatTheBlockingOneDoes()
    {
        const int records = 300;
        using var workload = Pattern(9);
        using var target = OpenForAsync();
        target.Prepare(new TrialTable(workload.Schema, 2, records, IsKeyed: true));
        var expected = Trial.Batch(workload, 1, 0, records);
        var found = new ReadTally();
        double[] room = new double[9];
        using (var writer = target.OpenWriter(1))
        {
            var calls = (IAsyncOperations)writer;
            await calls.WriteAsync(expected);
            for (int sequence = 0; sequence < records; sequence += 3)
            {
                var changed = Trial.Batch(workload, 1, sequence, 1);
                RecordVersion.Apply(changed, 0, sequence + 1);
                RecordVersion.Apply(expected, sequence, sequence + 1);
                await calls.UpdateAsync(changed);
            }

            var single = (IRecordOperations)writer;
            await calls.DeleteAsync(1, 7);
            single.LastDeleteFound.ShouldBe(TellsAbsence ? true : null);
            await calls.DeleteAsync(1, 7);
            single.LastDeleteFound.ShouldBe(TellsAbsence ? false : null);
            await calls.ReadAsync(1, 7, 1, found);
            found.Count.ShouldBe(0);
            await calls.ReadAsync(1, 0, 1, found);
            found.Count.ShouldBe(1);
            found.Checksum.ShouldBe(RecordHash.OfRow(expected, 0, room));

            // A blocking read sees the same as an asynchronous one.
            var (asynchronous, blocking) = (new ReadTally(), new ReadTally());
            await calls.ReadAsync(1, 0, records, asynchronous);
            ((IRecordReads)writer).Scan(1, 0, records, blocking);
            asynchronous.Count.ShouldBe(records - 1);
            (asynchronous.Count, asynchronous.Checksum).ShouldBe((blocking.Count, blocking.Checksum));
            if (writer is IInstantReads instants)
            {
                (asynchronous, blocking) = (new ReadTally(), new ReadTally());
                await calls.FindAsync(1, expected.Timestamps[9], asynchronous);
                instants.Find(1, expected.Timestamps[9], blocking);
                asynchronous.Count.ShouldBeGreaterThan(0);
                (asynchronous.Count, asynchronous.Checksum).ShouldBe((blocking.Count, blocking.Checksum));
                (asynchronous, blocking) = (new ReadTally(), new ReadTally());
                await calls.ReadAsync(1, 0, records, asynchronous);
            }

            ulong sum = Enumerable.Range(0, records).Where(sequence => sequence != 7)
                .Aggregate(0UL, (all, sequence) => all + RecordHash.OfRow(expected, sequence, room));
            asynchronous.Checksum.ShouldBe(sum);
        }

        target.Clean();
    }

    [SkippableFact]
    public async Task Async_CallWithoutTheTable_FailsAsABlockingOneDoes()
    {
        using var workload = Pattern(9);
        using var target = OpenForAsync();
        target.Prepare(new TrialTable(workload.Schema, 1, 100, IsKeyed: true));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 10));
        target.Clean();

        var batch = Trial.Batch(workload, 0, 10, 10);
        var blocking = Record.Exception(() => writer.Write(batch));
        var calls = (IAsyncOperations)writer;
        writer.Recover(batch, inDoubt: false);
        var asynchronous = await Record.ExceptionAsync(async () => await calls.WriteAsync(batch));

        asynchronous?.GetType().ShouldBe(blocking?.GetType());
        (asynchronous as BatchWriteException)?.IsTransient.ShouldBe(((BatchWriteException)blocking!).IsTransient);
        target.Clean();
    }

    private ITarget OpenForAsync()
    {
        Skip.IfNot(Definition.Client(Client).IsAsync, $"{Definition.Name} has no asynchronous calls by this write path.");
        return OpenFor(RecordOperations.ReadsAndWrites);
    }
}
