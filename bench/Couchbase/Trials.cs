using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Couchbase;

namespace DbIngest.Bench.Couchbase;

/// <summary>Opens targets and runs trials for the benches of this folder.</summary>
internal static class Trials
{
    public const int Sources = 1;
    public const int Batch = 2000;

#if OFFICIAL_DRIVERS
    private static readonly CouchbaseDefinition Definition = new Drivers.Couchbase.CouchbaseDriverDefinition();
#else
    private static readonly CouchbaseDefinition Definition = new();
#endif

    public static IngestTrials Ingest { get; } = new(Sources, Batch);

    /// <summary>Opens a target.</summary>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="isDriver">True for the vendor's driver, which not every build has.</param>
    public static ITarget Open(string endpoint, bool isDriver = false) => Definition.Open(new TargetOptions
    {
        Client = isDriver ? WriteClient.Driver : WriteClient.Wire,
        WorkFolder = Path.Combine(Path.GetTempPath(), "dbingest-bench"),
        Endpoint = endpoint,
        Password = new Secret("password"),
    });
}
