using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Mixes;

/// <summary>
/// Prepares MongoDB, or a server of the same protocol, for <see cref="GoYcsb"/>. Each load begins with an empty database
/// <c>ycsb</c>.
/// </summary>
internal sealed class MongoRows : IYcsbStore
{
    public string Name => "mongodb";

    public TargetDefinition Database { get; } = new MongoDefinition();

    public string? Endpoint => Environment.GetEnvironmentVariable("DBINGEST_BENCH_ENDPOINT");

    public IEnumerable<string> Properties(ITarget target) => [$"mongodb.url={Place(target)}/ycsb?w=1"];

    public void Empty(ITarget target)
    {
        using var connection = MongoConnection.Open(MongoAddress.Parse(Place(target)).Hosts[0], new MongoConnectionOptions());
        connection.Run("ycsb", new BsonDocument(("dropDatabase", 1)));
    }

    private static string Place(ITarget target) =>
        new Uri(target.AttachEndpoint.Split('?')[0]).GetLeftPart(UriPartial.Authority);
}
