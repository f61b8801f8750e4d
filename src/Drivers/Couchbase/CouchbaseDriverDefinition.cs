using DbIngest.Targets.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Couchbase with two clients: this project's own, and the vendor's driver (CouchbaseNetClient). Replaces the plain definition in
/// builds with <c>OfficialDrivers=true</c>.
/// </summary>
public sealed class CouchbaseDriverDefinition() : CouchbaseDefinition(CouchbaseDriverPath.Open);
