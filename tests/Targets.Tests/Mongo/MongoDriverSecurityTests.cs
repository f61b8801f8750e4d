using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// Logging in and encryption with the driver. (A target's own client goes first: what is refused, is refused by that.)
/// </summary>
public sealed class MongoDriverSecurityTests() : MongoSecurityTests<MongoDefinition>(WriteClient.Driver);
