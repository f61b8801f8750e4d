using DbIngest.Targets.Couchbase;

namespace DbIngest.Drivers.Couchbase;

/// <summary>Couchbase with both of its clients: our own, and the vendor's driver (CouchbaseNetClient).</summary>
public sealed class CouchbaseDriverDefinition() : CouchbaseDefinition(CouchbaseDriverPath.Open);
