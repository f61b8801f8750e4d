using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Neo4j with two clients: this project's own, and the vendor's driver (Neo4j.Driver). Replaces the plain definition in builds
/// with <c>OfficialDrivers=true</c>.
/// </summary>
public sealed class Neo4jDriverDefinition() : Neo4jDefinition(Neo4jDriverPath.Open);
