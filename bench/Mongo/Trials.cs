using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo;

namespace DbIngest.Bench.Mongo;

/// <summary>Opens targets and runs trials of 8 sources for the benches of this folder.</summary>
internal static class Trials
{
    public const int Sources = 8;
    public const int Batch = 2000;

    public static IngestTrials Ingest { get; } = new(Sources, Batch);

    /// <summary>Opens a target, by the vendor's driver when the endpoint has the option <c>documents</c>.</summary>
    public static ITarget Open(string endpoint)
    {
        bool isDriver = endpoint.Contains("documents=", StringComparison.Ordinal);
        return new MongoDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
            Endpoint = endpoint,
            Client = isDriver ? WriteClient.Driver : WriteClient.Wire,
        });
    }
}
