using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Trials;
using DbIngest.Targets.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Values that are added to a table while it is written, each way in.</summary>
[Collection("voltdb")]
[Needs("voltdb")]
public sealed class VoltAddedValuesTests(VoltFixture fixture)
{
    /// <summary>A batch that was made before the addition comes after it, in several calls.</summary>
    [Theory]
    [InlineData("way=load&rows=30&calls=1")]
    [InlineData("way=load&rows=30&calls=4&index=key")]
    [InlineData("way=insert&calls=20")]
    public void AddValues_ByTwoProcessesAtOnce_EachRecordIsAsItWasSent(string options)
    {
        var workload = WithAddedValues();
        var whole = new TrialTable(workload.Schema, 1, 400) { GetsValues = true };
        var before = whole with { Schema = workload.Schema.BeforeAddition };
        using var first = new VoltDefinition().Open(fixture.Options(options));
        using var second = new VoltDefinition().Open(fixture.Options(options));
        first.Prepare(before);
        second.Attach(before);

        using (var early = first.OpenWriter(0))
        {
            early.Write(Before(workload, 0, 100));
            Parallel.Invoke(() => first.AddValues(whole), () => second.AddValues(whole));
            early.Write(Before(workload, 100, 50));
            early.Write(Before(workload, 150, 50));
            early.Recover(Before(workload, 100, 100)).ShouldBe(BatchFate.Stored);
        }

        using (var late = second.OpenWriter(0))
        {
            late.Write(Trial.Batch(workload, 0, 200, 200));
        }

        first.Settle(CancellationToken.None);

        Auditor.Run(
            first, new ExpectedContent(workload), workload.Schema.ValueCount, [new SourceExtent(400, []) { WholeFrom = 200 }],
            CancellationToken.None).Findings.ShouldBeEmpty();

        // 65 bytes a row with the two columns, which each row has, and 49 without; the server counts whole KiB.
        first.MeasureSpace().DataBytes.ShouldBeGreaterThan(400 * 56);
        first.Clean();
    }

    /// <summary>As after a trial that was killed: nobody has cleaned.</summary>
    [Fact]
    public void Prepare_TableThatGotValues_IsMadeAnewWithoutThem()
    {
        var added = WithAddedValues();
        var whole = new TrialTable(added.Schema, 1, 100) { GetsValues = true };
        using (var killed = new VoltDefinition().Open(fixture.Options()))
        {
            killed.Prepare(whole with { Schema = added.Schema.BeforeAddition });
            killed.AddValues(whole);
        }

        var workload = Pattern();
        var table = Trial.Table(workload, 1, 100);
        using var target = new VoltDefinition().Open(fixture.Options());
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 50);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    private static PatternWorkload Pattern() => new(3, least: new VoltDefinition().LeastValue);

    private static IWorkload WithAddedValues()
    {
        AddedValues.TryParse("2@1s", out var added).ShouldBeTrue();
        return new StreamWorkloads().Of(
            Pattern(), Point.Of(AxisValues.None.With(SweepAxes.AddedValues, added!)), seed: 5, records: 400);
    }

    /// <summary>Records of source 0 without the added values.</summary>
    private static RecordBatch Before(IWorkload workload, long first, int count)
    {
        var batch = Trial.Batch(workload, 0, first, count).Front(workload.Schema.BeforeAddition);
        batch.Reset(0, first, count);
        return batch;
    }
}
