using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;

namespace DbIngest.Conformance;

/// <summary>Values that are added to a table while it is written.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    /// <summary>
    /// Records that were sent before lack the values, also where a writer sends them after the addition, since a lane may have
    /// taken them before it. A second process may add the values again.
    /// </summary>
    [SkippableFact]
    public void AddValues_WhileTheTableIsWritten_EachRecordIsAsItWasSent()
    {
        Skip.IfNot(Definition.AddsValues, $"{Definition.Name} adds no values to a table while it is written.");
        var workload = WithAddedValues();
        var whole = new TrialTable(workload.Schema, 2, 300) { GetsValues = true };
        using var target = Open();
        target.Prepare(whole with { Schema = workload.Schema.BeforeAddition });
        using (var early = target.OpenWriter(0))
        {
            early.Write(Before(workload, 0, 100));
            target.AddValues(whole);
            target.AddValues(whole);
            early.Write(Before(workload, 100, 100));
        }

        using (var late = target.OpenWriter(0))
        {
            late.Write(Trial.Batch(workload, 0, 200, 100));
        }

        Trial.Write(target, workload, [1], new SequenceRange(0, 300), batch: 60);
        target.Settle(CancellationToken.None);

        FindingsOf(target, workload, wholeFrom: 200).ShouldBeEmpty();
        FindingsOf(target, workload, wholeFrom: 201).ShouldHaveSingleItem();
        target.Clean();
    }

    private static IWorkload WithAddedValues()
    {
        AddedValues.TryParse("2@1s", out var added).ShouldBeTrue();
        return new StreamWorkloads().Of(
            Pattern(3), Point.Of(AxisValues.None.With(SweepAxes.AddedValues, added!)), seed: 5, records: 300);
    }

    /// <summary>Records of source 0 without the added values.</summary>
    private static RecordBatch Before(IWorkload workload, long first, int count)
    {
        var batch = Trial.Batch(workload, 0, first, count).Front(workload.Schema.BeforeAddition);
        batch.Reset(0, first, count);
        return batch;
    }

    private static IReadOnlyList<string> FindingsOf(ITarget target, IWorkload workload, long wholeFrom) => Auditor.Run(
        target, new ExpectedContent(workload), workload.Schema.ValueCount,
        [new SourceExtent(300, []) { WholeFrom = wholeFrom }, new SourceExtent(300, [])], CancellationToken.None).Findings;
}
