using DbIngest.Targets.Neo4j;

namespace DbIngest.Drivers.Neo4j;

/// <summary>Neo4j with both of its clients: our own, and the vendor's driver (Neo4j.Driver).</summary>
public sealed class Neo4jDriverDefinition() : Neo4jDefinition(Neo4jDriverPath.Open);
