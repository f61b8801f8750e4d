using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>Apache Cassandra with both of its clients: our own, and the vendor's driver (CassandraCSharpDriver).</summary>
public sealed class CassandraDriverDefinition() : CassandraDefinition(CassandraDriverPath.Open);
