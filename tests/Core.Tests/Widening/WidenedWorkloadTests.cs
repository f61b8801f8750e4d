using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Audit;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Widening;

/// <summary>Records with the values that a trial adds to its table.</summary>
public sealed class WidenedWorkloadTests : IDisposable
{
    private readonly CountingWorkload _inner = new();

    public void Dispose() => _inner.Dispose();

    [Fact]
    public void Fill_InAnyOrderAndBatchSize_GivesTheSameRecords()
    {
        var workload = Widened("2@1s");
        using var records = workload.Open(1);
        var whole = new RecordBatch(workload.Schema, 200);
        records.Fill(whole, 0, 200);
        var part = new RecordBatch(workload.Schema, 50);
        records.Fill(part, 120, 50);

        for (int column = 0; column < workload.Schema.ValueCount; column++)
        {
            part.Column(column).ToArray().ShouldBe(whole.Column(column)[120..170].ToArray());
        }

        var narrow = new RecordBatch(workload.Schema.BeforeAddition, 50);
        records.Fill(narrow, 120, 50);
        narrow.Column(1).ToArray().ShouldBe(part.Column(1).ToArray());

        var added = whole.Column(workload.Schema.ValueCount - 1).ToArray();
        added.ShouldAllBe(value => value >= 20 && value < 30);
        added.Distinct().Count().ShouldBeGreaterThan(100);
        added.ShouldNotBe(whole.Column(workload.Schema.ValueCount - 2).ToArray());
    }

    [Fact]
    public void Schema_WithAddedValues_KnowsTheTableBefore()
    {
        var schema = Widened("2@1s").Schema;

        schema.Values.TakeLast(2).Select(value => value.Name).ShouldBe(["added_1", "added_2"]);
        schema.AddedCount.ShouldBe(2);
        schema.BeforeAddition.Values.ShouldBe(_inner.Schema.Values);
        Should.Throw<ArgumentException>(() => schema.WithAdded(1)).Message.ShouldContain("added_1");
        Should.Throw<ArgumentException>(() => _inner.Schema.WithSeries().WithAdded(1)).Message.ShouldContain("series");
    }

    /// <summary>The audit expects no added value before the record with which the table had them.</summary>
    [Fact]
    public void Checksum_OfASourceThatGotValuesLater_IsThatOfRecordsWithoutThem()
    {
        var workload = Widened("2@1s");
        var expected = new ExpectedContent(workload);
        using var records = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, 100);
        records.Fill(batch, 0, 100);
        batch.Column(workload.Schema.ValueCount - 2)[..40].Fill(double.NaN);
        batch.Column(workload.Schema.ValueCount - 1)[..40].Fill(double.NaN);

        Sum(wholeFrom: 40).ShouldBe(RecordHash.Sum(batch));
        Sum(wholeFrom: 41).ShouldNotBe(Sum(wholeFrom: 40));
        Sum(wholeFrom: 0).ShouldBe(expected.Checksum(0, 100, [], CancellationToken.None));

        ulong Sum(long wholeFrom) =>
            expected.Checksum(0, new SourceExtent(100, []) { WholeFrom = wholeFrom }, CancellationToken.None);
    }

    private IWorkload Widened(string text)
    {
        AddedValues.TryParse(text, out var added).ShouldBeTrue();
        return new StreamWorkloads().Of(
            _inner, Point.Of(AxisValues.None.With(SweepAxes.AddedValues, added!)), seed: 7, records: 1000);
    }
}
