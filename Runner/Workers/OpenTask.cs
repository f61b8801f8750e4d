using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;

namespace DbIngest.Runner.Workers;

/// <summary>
/// To the child: what to ingest, into what, and which sources are its own. Request and options travel whole, so that what is
/// added to them reaches every process. The password travels here and nowhere else.
/// </summary>
internal sealed record OpenTask : WorkerMessage
{
    public required string Database { get; init; }

    /// <summary>How the child opens the database; its endpoint is one that another process can use.</summary>
    public required TargetOptions Options { get; init; }

    public required WorkloadTask Workload { get; init; }

    /// <summary>What identifies the recorded data: on another host it must be the same.</summary>
    public required IReadOnlyDictionary<string, string> Facts { get; init; }

    public required IngestRequest Request { get; init; }

    public int FirstSource { get; init; }

    public int Sources { get; init; }
}
