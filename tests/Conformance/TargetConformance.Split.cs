using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Conformance;

/// <summary>Operations in two calls: they do what the blocking ones do, and those of several writers overlap.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    [SkippableFact]
    public void Split_RequestsOfTwoWritersAtOnce_DoWhatTheBlockingCallsDo()
    {
        const int records = 200;
        using var workload = Pattern(9);
        using var target = OpenForSplit();
        target.Prepare(new TrialTable(workload.Schema, 2, records, IsKeyed: true));
        var expected = Trial.Batch(workload, 1, 0, records);
        double[] room = new double[9];
        using (var first = target.OpenWriter(1))
        using (var second = target.OpenWriter(1))
        {
            first.Write(expected);
            var (one, other) = ((ISplitOperations)first, (ISplitOperations)second);
            for (int sequence = 0; sequence + 1 < records; sequence += 4)
            {
                one.SendUpdate(Changed(workload, expected, sequence));
                other.SendUpdate(Changed(workload, expected, sequence + 1));
                Await(other).Receive(new ReadTally());
                Await(one).Receive(new ReadTally());
            }

            one.SendDelete(1, 7);
            Await(one).Receive(new ReadTally());
            ((IRecordOperations)first).LastDeleteFound.ShouldBe(TellsAbsence ? true : null);
            one.SendDelete(1, 7);
            Await(one).Receive(new ReadTally());
            ((IRecordOperations)first).LastDeleteFound.ShouldBe(TellsAbsence ? false : null);

            for (int sequence = 0; sequence < records; sequence++)
            {
                var (found, range) = (new ReadTally(), new ReadTally());
                one.SendRead(1, sequence, 1);
                other.SendRead(1, sequence, 10);
                Await(one).Receive(found);
                Await(other).Receive(range);
                found.Count.ShouldBe(sequence == 7 ? 0 : 1);
                found.Checksum.ShouldBe(sequence == 7 ? 0 : RecordHash.OfRow(expected, sequence, room));
                range.Count.ShouldBe(Enumerable.Range(sequence, 10).Count(s => s < records && s != 7));
            }

            // A blocking call sees the same, and goes on where a split one ended.
            var blocking = new ReadTally();
            ((IRecordReads)first).Scan(1, 0, records, blocking);
            blocking.Count.ShouldBe(records - 1);
            blocking.Checksum.ShouldBe(Enumerable.Range(0, records).Where(sequence => sequence != 7)
                .Aggregate(0UL, (all, sequence) => all + RecordHash.OfRow(expected, sequence, room)));
            one.IsOverdue.ShouldBeFalse();
        }

        target.Clean();
    }

    [SkippableFact]
    public void Split_RequestWithoutTheTable_FailsAsTheBlockingCallDoes()
    {
        using var workload = Pattern(9);
        using var target = OpenForSplit();
        target.Prepare(new TrialTable(workload.Schema, 1, 100, IsKeyed: true));
        using var writer = target.OpenWriter(0);
        writer.Write(Trial.Batch(workload, 0, 0, 10));
        var split = (ISplitOperations)writer;
        split.SendRead(0, 1, 1);
        Await(split).Receive(new ReadTally());
        target.Clean();

        var blocking = Record.Exception(() => split.Read(0, 1, new ReadTally()));
        split.Restore();
        var apart = Record.Exception(() =>
        {
            split.SendRead(0, 1, 1);
            Await(split).Receive(new ReadTally());
        });

        apart.ShouldBeOfType<BatchWriteException>().IsTransient.ShouldBe(
            blocking.ShouldBeOfType<BatchWriteException>().IsTransient);
        target.Clean();
    }

    /// <summary>Waits until the answer arrives, as a thread that serves several writers does.</summary>
    private static ISplitOperations Await(ISplitOperations writer)
    {
        writer.Answering.ShouldNotBeNull().Poll(TimeSpan.FromSeconds(30), System.Net.Sockets.SelectMode.SelectRead)
            .ShouldBeTrue();
        return writer;
    }

    /// <summary>Gives a record its next version, also among the expected ones.</summary>
    private static RecordBatch Changed(PatternWorkload workload, RecordBatch expected, int sequence)
    {
        var changed = Trial.Batch(workload, 1, sequence, 1);
        RecordVersion.Apply(changed, 0, sequence + 1);
        RecordVersion.Apply(expected, sequence, sequence + 1);
        return changed;
    }

    private ITarget OpenForSplit()
    {
        Skip.If(Definition.Client(Client).SplitOperations == RecordOperations.None,
            $"{Definition.Name} has no operations in two calls by this write path.");
        return OpenFor(RecordOperations.ReadsAndWrites);
    }
}
