using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Tables by partition, without a key unless single records are asked for.</summary>
[Collection("voltdb")]
[Needs("voltdb")]
public sealed class VoltConformanceTests(VoltFixture fixture) : TargetConformance<VoltDefinition>
{
    protected override string? Endpoint => fixture.Endpoint;

    protected override string BadEndpoint => "127.0.0.1:1";

    // A server takes its ten seconds to start; the fault tests see one of our own end.
    protected override bool StartsPrivate => false;

    protected override bool IsAvailable(DurabilityContract contract) => contract.Name == "memory";
}
