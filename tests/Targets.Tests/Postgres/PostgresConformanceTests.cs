using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
[Needs("postgres")]
public class PostgresConformanceTests(PostgresFixture fixture) : TargetConformance<PostgresDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere";

    // The private server of the tests has no standby.
    protected override bool IsAvailable(DurabilityContract contract) =>
        !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}
