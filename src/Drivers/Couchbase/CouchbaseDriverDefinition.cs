using DbIngest.Targets.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>
/// Defines Couchbase with two clients: this project's own, and the vendor's driver (CouchbaseNetClient). In builds with
/// <c>OfficialDrivers=true</c>, <c>Databases</c>, the command line's list, puts it in place of the plain definition, which lacks
/// the driver and is equal otherwise.
/// </summary>
public sealed class CouchbaseDriverDefinition() : CouchbaseDefinition(CouchbaseDriverPath.Open);
