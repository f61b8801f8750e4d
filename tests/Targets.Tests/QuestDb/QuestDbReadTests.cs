using DbIngest.Abstractions.Targets;
using DbIngest.Targets.QuestDb;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>Single records, read by more lanes than the server has cores.</summary>
[Collection("questdb")]
[Needs("questdb")]
public sealed class QuestDbReadTests(QuestDbFixture fixture)
{
    [Fact]
    public void Read_MoreLanesThanTheServerHasCores_IsAnsweredToEach()
    {
        var workload = new PatternWorkload(3, new QuestDbDefinition().Timestamps);
        var table = Trial.Table(workload, 1, 100) with { IsKeyed = true };
        using var target = fixture.OpenKept("table=lanes");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        target.Settle(CancellationToken.None);
        var lanes = Enumerable.Range(0, (2 * Environment.ProcessorCount) + 1).Select(_ => target.OpenWriter(0)).ToList();
        var found = new LastRecord();

        lanes.ForEach(lane => ((IRecordReads)lane).Read(0, 50, found));

        found.Count.ShouldBe(lanes.Count);
        lanes.ForEach(lane => lane.Dispose());
        target.Clean();
    }
}
