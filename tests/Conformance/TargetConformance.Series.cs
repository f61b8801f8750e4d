using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;

namespace DbIngest.Conformance;

/// <summary>Records that carry the number of their series.</summary>
public abstract partial class TargetConformance<TDefinition>
{
    [SkippableTheory]
    [InlineData("1", 64)]
    [InlineData("7", 64)]
    [InlineData("400:hotspot", 200)]
    public void Write_SeveralSeriesASource_StoresEachRecordInItsOwn(string series, int batch)
    {
        var workload = PatternOf(series);
        var table = new TrialTable(workload.Schema, 2, 400);
        using var target = Open();
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        target.Clean();
    }

    /// <summary>A record with the right values in the series of another device is an altered record.</summary>
    [SkippableFact]
    public void Write_ARecordInAnotherSeries_IsFound()
    {
        var workload = PatternOf("20");
        var table = new TrialTable(workload.Schema, 1, 100);
        using var target = Open();
        target.Prepare(table);
        using (var writer = target.OpenWriter(0))
        {
            var batch = Trial.Batch(workload, 0, 0, 100);
            batch.Column(workload.Schema.SeriesColumn)[37]++;
            writer.Write(batch);
        }

        Trial.Audit(target, workload, table).Findings.ShouldHaveSingleItem();
    }

    /// <summary>A batch in doubt is found by source and sequence numbers, whatever series its records are in.</summary>
    [SkippableFact]
    public void Recover_ABatchOfSeveralSeries_TellsWhetherItIsThere()
    {
        var workload = PatternOf("30");
        var table = new TrialTable(workload.Schema, 1, 200);
        using var target = Open();
        target.Prepare(table);
        using (var writer = target.OpenWriter(0))
        {
            writer.Write(Trial.Batch(workload, 0, 0, 100));
            writer.Recover(Trial.Batch(workload, 0, 0, 100)).ShouldBe(BatchFate.Stored);
            writer.Recover(Trial.Batch(workload, 0, 100, 100)).ShouldBe(BatchFate.Absent);
            writer.Write(Trial.Batch(workload, 0, 100, 100));
        }

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
    }

    private IWorkload PatternOf(string series)
    {
        Skip.If(Definition.Client(Client).SeriesAre is null, $"{Definition.Name} stores no series by this write path.");
        SeriesCount.TryParse(series, out var count).ShouldBeTrue();
        var point = Point.Of(AxisValues.None.With(SweepAxes.Series, count!).With(SweepAxes.Sources, SourceLayout.Single(2)));
        return new StreamWorkloads().Of(Pattern(3), point, seed: 5, records: 400);
    }
}
