using DbIngest.Targets.Cassandra;

namespace DbIngest.Drivers.Cassandra;

/// <summary>
/// Apache Cassandra with two clients: this project's own, and the vendor's driver (CassandraCSharpDriver). <c>Databases</c>,
/// the command line's list, puts it in place of the plain definition in builds with <c>OfficialDrivers=true</c>. It differs in
/// nothing else.
/// </summary>
public sealed class CassandraDriverDefinition() : CassandraDefinition(CassandraDriverPath.Open);
