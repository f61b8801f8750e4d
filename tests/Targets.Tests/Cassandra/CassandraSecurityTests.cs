using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>The secure node with our own client.</summary>
[Collection("cassandra-secure")]
public sealed class CassandraSecurityTests(SecureNode node) : SecurityTests<CassandraDefinition>(node, "wire")
{
    protected override void Connect(TargetOptions options) => Open(options).Dispose();
}
