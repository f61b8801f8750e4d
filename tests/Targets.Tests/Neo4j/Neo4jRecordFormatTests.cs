using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class Neo4jRecordFormatTests
{
    [Theory]
    [InlineData("record-aligned-1.1", true)]
    [InlineData("record-standard-1.1", true)]
    [InlineData("record-high_limit-1.1", false)]
    [InlineData("block-block-1.1", false)]
    [InlineData(null, false)]
    public void IsOf_StoreOfTheServer_HasTheWidths(string? store, bool expected) =>
        Neo4jRecordFormat.IsOf(store).ShouldBe(expected);
}
