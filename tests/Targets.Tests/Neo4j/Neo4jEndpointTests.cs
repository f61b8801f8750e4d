using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class Neo4jEndpointTests
{
    [Theory]
    [InlineData("db.example.com", "bolt://db.example.com:7687")]
    [InlineData("bolt+s://reader@10.0.0.1:7000?shape=relationship", "bolt+s://reader@10.0.0.1:7000?shape=relationship")]
    [InlineData("bolt+ssc://[::1]?key=pair", "bolt+ssc://[::1]:7687?key=pair")]
    public void At_Place_IsReadBackTheSame(string text, string expected)
    {
        var endpoint = Neo4jEndpoint.Parse(text);

        endpoint.At(endpoint.Address!).ShouldBe(expected);
    }

    [Theory]
    [InlineData("neo4j://db", "leads")]
    [InlineData("http://db", "bolt")]
    [InlineData("bolt://db/path", "HOST")]
    [InlineData("db?heap=1G", "options of a private one")]
    [InlineData("bolt://db?ca=/tmp/x", "bolt+s")]
    [InlineData("?label=1st", "label")]
    [InlineData("?shape=tree", "node, relationship")]
    public void Parse_WhatIsNoEndpoint_SaysWhy(string text, string words) =>
        Should.Throw<ArgumentException>(() => Neo4jEndpoint.Parse(text)).Message.ShouldContain(words);

    /// <summary>The server writes the names of its databases in lower case, and so its folders and its log.</summary>
    [Fact]
    public void Database_WithCapitals_IsNamedAsTheServerNamesItsFolder() =>
        Neo4jEndpoint.Parse("?database=Plant.A").Database.ShouldBe("plant.a");

    [Fact]
    public void Parse_PasswordInThePlace_IsRefusedAndNotRepeated() =>
        Should.Throw<ArgumentException>(() => Neo4jEndpoint.Parse("bolt://me:hunter2@db")).ToString().ShouldNotContain("hunter2");

    [Fact]
    public void Open_NoSuchDistribution_NamesTheWaysToGetOne() =>
        Should.Throw<TargetException>(() => new Neo4jDefinition()
            .Open(new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = $"?home={Path.GetTempPath()}" })).Message
            .ShouldContain("NEO4J_HOME");

    [Theory]
    [InlineData("Neo.TransientError.Transaction.DeadlockDetected", true, false)]
    [InlineData("Neo.TransientError.Transaction.Terminated", false, false)]
    [InlineData("Neo.ClientError.Cluster.NotALeader", true, false)]
    [InlineData("Neo.ClientError.Statement.SyntaxError", false, false)]
    [InlineData("Neo.DatabaseError.Transaction.TransactionCommitFailed", false, true)]
    public void OfWrite_Code_IsClassedAsTheVendorsDriversDo(string code, bool isTransient, bool isAmbiguous)
    {
        var error = Neo4jErrors.OfWrite(new Wire.Bolt.BoltServerException(code, "words"));

        (error.IsTransient, error.IsAmbiguous).ShouldBe((isTransient, isAmbiguous));
    }

    [Fact]
    public void OfWrite_TransactionTooLargeForItsMemory_SaysWhatToDo() =>
        Neo4jErrors.OfWrite(new Wire.Bolt.BoltServerException("Neo.TransientError.General.MemoryPoolOutOfMemoryError", "words"))
            .Message.ShouldContain("--batch");
}
