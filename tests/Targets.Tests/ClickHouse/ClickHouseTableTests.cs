using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.ClickHouse;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>The statements of a table, without a server.</summary>
public sealed class ClickHouseTableTests
{
    /// <summary>Without quotes, CREATE TABLE takes this column for an index without an expression.</summary>
    [Fact]
    public void Statements_ValueNamedLikeAWordOfTheLanguage_QuoteIt()
    {
        var table = new ClickHouseTable("records", new(new RecordSchema([new("index", "")]), 1, 1));

        string[] statements = [table.Create, table.Insert, table.Add(table.Table.Schema.Values),
            table.SelectRange("0", "0", "1"), table.Select(0, 1, SourceShare.All)];

        statements.ShouldAllBe(statement => statement.Contains("\"index\"", StringComparison.Ordinal));
    }
}
