using DbIngest.Targets.QuestDb;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>The space of a table whose columns another process has added to.</summary>
[Collection("questdb")]
[Needs("questdb")]
public sealed class QuestDbSpaceTests(QuestDbFixture fixture)
{
    /// <summary>The process that measures counted the columns with which it had made the table.</summary>
    [Fact]
    public void MeasureSpace_ValuesThatAnotherProcessHasAdded_AreCounted()
    {
        var limits = new QuestDbDefinition().Timestamps;
        var few = Trial.Table(new PatternWorkload(3, limits), 1, 1000) with { GetsValues = true };
        using var first = fixture.OpenKept("table=widened");
        first.Prepare(few);
        using var second = fixture.OpenKept("table=widened");
        second.Attach(few);
        second.AddValues(few with { Schema = few.Schema.WithAdded(9) });
        using (var writer = second.OpenWriter(0))
        {
            writer.Write(Trial.Batch(new PatternWorkload(12, limits), 0, 0, 1000));
        }

        first.Settle(CancellationToken.None);

        first.MeasureSpace().DataBytes.ShouldBe(second.MeasureSpace().DataBytes);
        first.Clean();
    }
}
