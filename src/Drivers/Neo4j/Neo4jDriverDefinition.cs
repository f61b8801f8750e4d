using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Defines Neo4j with two clients: this project's own, and the vendor's driver (Neo4j.Driver). In builds with
/// <c>OfficialDrivers=true</c>, <c>Databases</c>, the command line's list, puts it in place of the plain definition, which lacks
/// the driver and is equal otherwise.
/// </summary>
public sealed class Neo4jDriverDefinition() : Neo4jDefinition(Neo4jDriverPath.Open);
