using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Neo4j.Server;

namespace DbIngest.Targets.Tests.Neo4j;

public sealed class Neo4jPlanTests
{
    /// <summary>Targets with equal plans share a server, and a trial that only deletes would meet a cold one.</summary>
    [Fact]
    public void Equals_ServerThatIsRecreatedAndOneThatRunsOn_AreTwo()
    {
        Plan("?reset=delete").ShouldNotBe(Plan("?reset=restart"));
        Plan("?reset=delete").ShouldBe(Plan(null));
    }

    private static Neo4jPlan Plan(string? endpoint) =>
        new(new Neo4jHome("java", "lib", "Entry", NamedBy: null), Neo4jEndpoint.Parse(endpoint), "/work", limits: null);
}
