using DbIngest.Targets.Mongo;

namespace DbIngest.Drivers.Mongo;

/// <summary>MongoDB with both of its clients: our own, and the vendor's driver (MongoDB.Driver).</summary>
public sealed class MongoDriverDefinition() : MongoDefinition(DriverPath.Open);
