using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Workers;

/// <summary>
/// To the child: open these sources and their writers. <see cref="ProcessRun"/> sends it per trial, and
/// <see cref="SourceProcess"/> answers with <see cref="Ready"/> or <see cref="Failed"/>. Request and options are serialized
/// whole, so that new members reach every process. No other message contains the password and the key of the service.
/// </summary>
internal sealed record OpenTask : WorkerMessage
{
    public required string Database { get; init; }

    /// <summary>How the child opens the database, with an endpoint that other processes can use.</summary>
    public required TargetOptions Options { get; init; }

    /// <summary>Address of the HTTP service that takes the batches. Null to write to the database.</summary>
    public ServiceAddress? Service { get; init; }

    public required WorkloadTask Workload { get; init; }

    /// <summary>Facts that identify the workload. The recording on another host must have the same.</summary>
    public required IReadOnlyDictionary<string, string> Facts { get; init; }

    public required IngestRequest Request { get; init; }

    /// <summary>True if each fourth heartbeat of the trial carries a snapshot, for a live display.</summary>
    public bool IsWatched { get; init; }

    public int FirstSource { get; init; }

    public int Sources { get; init; }
}
