using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>The ring with our own client.</summary>
[Collection("cassandra-ring")]
[Trait("Suite", "Slow")]
public sealed class CassandraRingTests(CassandraRing ring) : RingTests<CassandraDefinition>(ring, "wire");
