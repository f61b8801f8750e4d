using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Conformance;

/// <summary>Single records that change only if nobody changed them meanwhile.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    [SkippableTheory]
    [InlineData(1)]
    [InlineData(9)]
    [InlineData(40)]
    public void UpdateIf_RightQuality_AppliesAndOtherQualitiesChangeNothing(int values)
    {
        const int records = 20;
        using var workload = Pattern(values);
        using var target = OpenFor(RecordOperations.UpdateIf);
        target.Prepare(new TrialTable(workload.Schema, 1, records, IsKeyed: true));
        using (var writer = target.OpenWriter(0))
        {
            var stored = Trial.Batch(workload, 0, 0, records);
            writer.Write(stored);
            var single = (IConditionalUpdates)writer;
            for (int sequence = 0; sequence < records; sequence++)
            {
                uint original = stored.Qualities[sequence];
                var first = Trial.Batch(workload, 0, sequence, 1);
                RecordVersion.Apply(first, 0, 1);
                single.UpdateIf(first, original ^ 0x8000_0000).ShouldBeFalse();
                Stored(single, sequence).ShouldBe(Hash(stored, sequence, values));
                single.UpdateIf(first, original).ShouldBeTrue();
                Stored(single, sequence).ShouldBe(Hash(first, 0, values));

                var second = Trial.Batch(workload, 0, sequence, 1);
                RecordVersion.Apply(second, 0, 2);
                single.UpdateIf(second, original).ShouldBeFalse();
                Stored(single, sequence).ShouldBe(Hash(first, 0, values));
                single.UpdateIf(second, first.Qualities[0]).ShouldBeTrue();
                Stored(single, sequence).ShouldBe(Hash(second, 0, values));
            }

            var absent = Trial.Batch(workload, 0, records, 1);
            single.UpdateIf(absent, absent.Qualities[0]).ShouldBeFalse();
            single.Delete(0, 3);
            single.UpdateIf(Trial.Batch(workload, 0, 3, 1), Quality(workload, 3, 2)).ShouldBeFalse();
            Stored(single, records).ShouldBe((0, 0UL));
            Stored(single, 3).ShouldBe((0, 0UL));
        }

        target.Clean();
    }

    [SkippableFact]
    public void UpdateIf_TwoWritersOfOneRecord_StoresEachAppliedIncrement()
    {
        const int attempts = 60;
        using var workload = Pattern(9);
        using var target = OpenFor(RecordOperations.UpdateIf);
        target.Prepare(new TrialTable(workload.Schema, 1, 1, IsKeyed: true));
        using (var loader = target.OpenWriter(0))
        {
            loader.Write(Trial.Batch(workload, 0, 0, 1));
            var racers = new Task<(int Applied, int Doubtful)>[2];
            using (var start = new Barrier(racers.Length))
            {
                for (int i = 0; i < racers.Length; i++)
                {
                    racers[i] = Task.Factory.StartNew(
                        () =>
                        {
                            using var writer = target.OpenWriter(0);
                            start.SignalAndWait();
                            return Increment((IConditionalUpdates)writer, workload, attempts);
                        },
                        TaskCreationOptions.LongRunning);
                }

                Task.WaitAll(racers);
            }

            var found = new LastRecord();
            ((IRecordReads)loader).Read(0, 0, found);
            int applied = racers.Sum(racer => racer.Result.Applied);
            applied.ShouldBeGreaterThan(0);
            found.Count.ShouldBe(1);
            VersionOf(workload, found.Quality).ShouldBeInRange(applied, applied + racers.Sum(racer => racer.Result.Doubtful));
        }

        target.Clean();
    }

    /// <summary>Reads the record, and writes its next version if it is unchanged.</summary>
    private static (int Applied, int Doubtful) Increment(IConditionalUpdates single, PatternWorkload workload, int attempts)
    {
        var found = new LastRecord();
        int applied = 0;
        int doubtful = 0;
        for (int i = 0; i < attempts; i++)
        {
            try
            {
                single.Read(0, 0, found);
                var next = Trial.Batch(workload, 0, 0, 1);
                RecordVersion.Apply(next, 0, VersionOf(workload, found.Quality) + 1);
                applied += single.UpdateIf(next, found.Quality) ? 1 : 0;
            }
            catch (BatchWriteException e) when (e.IsTransient)
            {
                (e.IsConflict && e.IsAmbiguous).ShouldBeFalse("a conflict changed nothing, so it leaves nothing in doubt");
                doubtful += e.IsAmbiguous ? 1 : 0;
                single.Restore();
            }
        }

        return (applied, doubtful);
    }

    private static uint Quality(PatternWorkload workload, long sequence, int version)
    {
        var record = Trial.Batch(workload, 0, sequence, 1);
        RecordVersion.Apply(record, 0, version);
        return record.Qualities[0];
    }

    private static int VersionOf(PatternWorkload workload, uint quality) => (int)((quality ^ Quality(workload, 0, 0)) >> 8);

    private static (int Count, ulong Checksum) Hash(RecordBatch batch, int row, int values) =>
        (1, RecordHash.OfRow(batch, row, new double[values]));

    private static (int Count, ulong Checksum) Stored(IRecordReads single, long sequence)
    {
        var found = new ReadTally();
        single.Read(0, sequence, found);
        return (found.Count, found.Checksum);
    }
}
