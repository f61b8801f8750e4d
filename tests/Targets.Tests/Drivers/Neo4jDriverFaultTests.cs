#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Drivers.Neo4j;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Neo4j;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>Misfortunes in the middle of a trial that the vendor's driver writes.</summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jDriverFaultTests(Neo4jFixture fixture)
{
    [Theory]
    [InlineData("rows=70")]
    [InlineData("rows=70&shape=relationship&key=pair")]
    public void Run_ConnectionsKilled_IsCompleteWithEachRecordOnce(string options)
    {
        using var target = new Neo4jDriverDefinition().Open(fixture.Options(options) with { Client = WriteClient.Driver });

        var result = DisturbedTrial.Run(target, 1000, () =>
        {
            var context = new BoltContext("neo4j");
            using var connection = BoltConnection.Open(
                new BoltConnectionOptions { Server = Neo4jEndpoint.Parse(fixture.Endpoint).Address!.Server, Agent = "test" });
            foreach (object?[] row in connection.Query(
                "CALL dbms.listConnections() YIELD connectionId, userAgent WHERE userAgent STARTS WITH 'DbIngest/' RETURN "
                + "connectionId", context))
            {
                Record.Exception(() => connection.Query("CALL dbms.killConnection($id)", context, ("id", row[0]!)));
            }
        });

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(8_000);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Describe_Driver_IsNamedWithItsVersion()
    {
        using var target = new Neo4jDriverDefinition().Open(fixture.Options() with { Client = WriteClient.Driver });

        var description = target.Describe();

        (description.Client, description.DriverVersion[..13]).ShouldBe((WriteClient.Driver, "Neo4j.Driver "));
    }
}
#endif
