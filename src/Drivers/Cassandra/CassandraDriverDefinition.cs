using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Defines Apache Cassandra with two clients: this project's own, and the vendor's driver (CassandraCSharpDriver). In builds
/// with <c>OfficialDrivers=true</c>, <c>Databases</c>, the command line's list, puts it in place of the plain definition, which
/// lacks the driver and is equal otherwise.
/// </summary>
public sealed class CassandraDriverDefinition() : CassandraDefinition(CassandraDriverPath.Open);
