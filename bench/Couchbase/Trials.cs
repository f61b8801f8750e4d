using DbIngest.Core.Targets;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>Trials of one source.</summary>
internal static class Trials
{
    public const int Sources = 1;
    public const int Batch = 2000;

    public static IngestTrials Ingest { get; } = new(Sources, Batch);

    /// <summary>Opens a target.</summary>
    public static ITarget Open(string endpoint) => new CouchbaseDefinition().Open(new TargetOptions
    {
        WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
        Endpoint = endpoint,
        Password = new Secret("password"),
    });
}
