using DbIngest.Targets.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Couchbase with two clients: this project's own, and the vendor's driver (CouchbaseNetClient). <c>Databases</c>, the command
/// line's list, puts it in place of the plain definition in builds with <c>OfficialDrivers=true</c>. It differs in nothing
/// else.
/// </summary>
public sealed class CouchbaseDriverDefinition() : CouchbaseDefinition(CouchbaseDriverPath.Open);
