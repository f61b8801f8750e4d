#if OFFICIAL_DRIVERS
using DbIngest.Abstractions.Targets;
using DbIngest.Drivers.Cassandra;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>The ring with the driver. Slow as <see cref="CassandraRingTests"/> is.</summary>
[Collection("cassandra-ring")]
[Trait("Suite", "Slow")]
public sealed class CassandraDriverRingTests(CassandraRing ring)
    : RingTests<CassandraDriverDefinition>(ring, WriteClient.Driver);
#endif
