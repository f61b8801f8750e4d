using DbIngest.Core.Targets;
using DbIngest.Targets.Postgres;

namespace DbIngest.Targets.Tests.Postgres;

[Collection("postgres")]
public class PostgresConformanceTests(PostgresFixture fixture) : TargetConformance<PostgresDefinition>
{
    protected override string? SkipReason =>
        new PostgresDefinition().Probe(new TargetOptions { WorkFolder = fixture.WorkFolder }) is { IsAvailable: false } missing
            ? missing.Detail
            : null;

    protected override string? Endpoint => SkipReason is null ? fixture.Endpoint : null;

    protected override string BadEndpoint => "postgresql://127.0.0.1:1/nowhere";

    // The private server of the tests has no standby.
    protected override bool IsAvailable(DurabilityContract contract) => !contract.Name.StartsWith("remote", StringComparison.Ordinal);
}
