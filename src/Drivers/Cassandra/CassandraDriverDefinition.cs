using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Apache Cassandra with two clients: this project's own, and the vendor's driver (CassandraCSharpDriver). Replaces the plain
/// definition in builds with <c>OfficialDrivers=true</c>.
/// </summary>
public sealed class CassandraDriverDefinition() : CassandraDefinition(CassandraDriverPath.Open);
