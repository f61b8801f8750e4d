using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class Neo4jGraphTests
{
    private static readonly TrialTable Table = new(new RecordSchema([new("a", "")]), 3, 1000);

    [Fact]
    public void Key_OfTheEndOfASource_IsTheBeginningOfTheNext()
    {
        var graph = Graph("?key=id");
        graph.Key(1, Neo4jGraph.SequencesOfId).ShouldBe(graph.Key(2, 0));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1 << 23)]
    [InlineData(1 << 24)]
    public void Key_OfASourceBeyondTheBits_IsNotThatOfAnother(int source)
    {
        Should.Throw<ArgumentOutOfRangeException>(() => Graph("?key=id").Key(source, 5));
        Graph("?key=pair").Key(source, 5).ShouldBe(5);
    }

    /// <summary>The property of a value would replace the key.</summary>
    [Fact]
    public void Create_ValueNamedLikeTheKey_IsRefusedUnlessTheKeyIsAPair()
    {
        var table = new TrialTable(new RecordSchema([new("id", "")]), 3, 1000);

        Should.Throw<TargetException>(() => new Neo4jGraph(Neo4jEndpoint.Parse("?key=id"), table)).Message
            .ShouldContain("key=pair");
        new Neo4jGraph(Neo4jEndpoint.Parse("?key=pair"), table).KeyNames.ShouldBe(["source", "sequence"]);
    }

    private static Neo4jGraph Graph(string endpoint) => new(Neo4jEndpoint.Parse(endpoint), Table);
}
