using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>
/// Neo4j with two clients: this project's own, and the vendor's driver (Neo4j.Driver). <c>Databases</c>, the command line's
/// list, puts it in place of the plain definition in builds with <c>OfficialDrivers=true</c>. It differs in nothing else.
/// </summary>
public sealed class Neo4jDriverDefinition() : Neo4jDefinition(Neo4jDriverPath.Open);
