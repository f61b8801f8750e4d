using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// The ring with our own client. Slow because a ring of four Java processes is started, and its nodes notice the loss of another
/// by its silence.
/// </summary>
[Collection("cassandra-ring")]
[Trait("Suite", "Slow")]
public sealed class CassandraRingTests(CassandraRing ring) : RingTests<CassandraDefinition>(ring, "wire");
