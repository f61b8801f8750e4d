using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

public abstract partial class TargetConformance<TDefinition>
{
    /// <summary>
    /// A target that says what it stores of a batch that is sent twice stores exactly that, and its audit finds it.
    /// </summary>
    [SkippableTheory]
    [InlineData(1)]
    [InlineData(50)]
    public void Write_SomeBatchesTwice_AreStoredAsTheTargetSays(int size)
    {
        Open().Dispose();
        var workload = Pattern(3);

        // Batches of one record: some databases take tens of milliseconds for each.
        int records = size == 1 ? 60 : 300;
        var table = Trial.Table(workload, sources: 2, records);
        using var target = Prepared(table);
        var repeats = target.Describe().Repeats;
        Skip.If(repeats is null, "It does not say what it stores of a batch that is sent twice.");
        var schedules = Enumerable.Range(0, 2).Select(source => new RepeatSchedule(500_000, size, seed: 4, source)).ToList();

        foreach (int source in (int[])[0, 1])
        {
            using var writer = target.OpenWriter(source);
            for (long first = 0; first < records; first += size)
            {
                var batch = Trial.Batch(workload, source, first, size);
                writer.Write(batch);
                if (!schedules[source].IsRepeated(first))
                {
                    continue;
                }

                if (repeats is Repeats.Refuses)
                {
                    Should.Throw<BatchWriteException>(() => writer.Write(batch)).IsTransient.ShouldBeFalse();
                    return;
                }

                writer.Write(batch);
            }
        }

        target.Settle(CancellationToken.None);
        var audit = Auditor.Run(target, new ExpectedContent(workload), 3,
            [.. schedules.Select(schedule => new SourceExtent(
                records, [], Repeats: new SourceRepeats(schedule, repeats is Repeats.KeepsBoth, [])))], CancellationToken.None);
        audit.Findings.ShouldBeEmpty();
        audit.RepeatedRecords.ShouldBe(
            repeats is Repeats.KeepsBoth ? schedules.Sum(s => s.Ranges(records).Sum(r => r.Count)) : 0);
    }
}
