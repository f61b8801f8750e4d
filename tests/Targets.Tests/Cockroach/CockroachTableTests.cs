using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach;
using DbIngest.Targets.Cockroach.Sessions;

namespace DbIngest.Targets.Tests.Cockroach;

public sealed class CockroachTableTests
{
    /// <summary>
    /// Ranges are found by the table in which they begin, and since 23.1 tables share ranges that are not split between them.
    /// </summary>
    [Theory]
    [InlineData("?buckets=4", 1, 4)]
    [InlineData("?key=range", 1, 1)]
    [InlineData("?key=range", 5, 5)]
    [InlineData("?key=range", 1000, 64)]
    public void Splits_OfAnyTable_BeginWithItsFirstRow(string options, int sources, int ranges)
    {
        var trial = new TrialTable(RecordSchema.ThreePhaseMeter, sources, 10);

        var table = new CockroachTable(CockroachEndpoint.Parse(options), trial);

        table.Splits.Count().ShouldBe(ranges);
        table.Splits.First().ShouldBe("ALTER TABLE dbingest.records SPLIT AT VALUES (0)");
    }
}
