#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The secure node with the driver.</summary>
[Collection("cassandra-secure")]
public sealed class CassandraDriverSecurityTests(SecureNode node)
    : SecurityTests<CassandraDriverDefinition>(node, WriteClient.Driver)
{
    // A target's own client, which goes first, would be refused already.
    protected override void Connect(TargetOptions options) =>
        CassandraDriverSession.Connect(CassandraEndpoint.Parse(options.Endpoint), options, CqlConsistency.LocalOne).Dispose();
}
#endif
