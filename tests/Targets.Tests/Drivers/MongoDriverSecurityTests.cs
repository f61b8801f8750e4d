#if OFFICIAL_DRIVERS
using DbIngest.Core.Targets;
using DbIngest.Drivers.Mongo;
using DbIngest.Targets.Tests.Mongo;

namespace DbIngest.Targets.Tests.Drivers;

/// <summary>Logging in and encryption with the driver. (A target's own client goes first: what is refused, is refused by that.)</summary>
public sealed class MongoDriverSecurityTests() : MongoSecurityTests<MongoDriverDefinition>(WriteClient.Driver);
#endif
