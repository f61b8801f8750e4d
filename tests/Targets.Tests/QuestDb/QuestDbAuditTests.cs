using DbIngest.Targets.QuestDb;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>Rows that nobody of a trial wrote.</summary>
[Collection("questdb")]
[Needs("questdb")]
public sealed class QuestDbAuditTests(QuestDbFixture fixture)
{
    /// <summary>No part of the reading had them, so that the audit passed and the space was that of more rows.</summary>
    [Theory]
    [InlineData("-1")]
    [InlineData("-2")]
    [InlineData("null")]
    public async Task Audit_RowWithASequenceNumberThatNoTrialHas_IsForeign(string sequence)
    {
        var workload = new PatternWorkload(1, new QuestDbDefinition().Timestamps);
        var table = Trial.Table(workload, 1, 100);
        using var target = fixture.OpenKept("table=strange");
        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 100);
        using (var client = new HttpClient())
        {
            string row = Uri.EscapeDataString($"INSERT INTO strange VALUES ('0', {sequence}, 5, 0, 1.5)");
            await client.GetStringAsync(new Uri($"{fixture.Endpoint!.Split('?')[0]}/exec?query={row}"));
        }

        Trial.Audit(target, workload, table).ForeignRecords.ShouldBe(1);
        target.Clean();
    }
}
