using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Workers;

/// <summary>
/// To the child: open these sources and their writers. <see cref="ProcessRun"/> sends it per trial, and
/// <see cref="SourceProcess"/> answers with <see cref="Ready"/> or <see cref="Failed"/>. Request and options are serialized
/// whole, so that new members reach every process. Only this message, also inside an <see cref="AuditTask"/>, contains the
/// password and the key of the service.
/// </summary>
internal sealed record OpenTask : WorkerMessage
{
    public required string Database { get; init; }

    /// <summary>How the child opens the database, with an endpoint that other processes can use.</summary>
    public required TargetOptions Options { get; init; }

    /// <summary>Address of the HTTP service that takes the batches. Null to write to the database.</summary>
    public ServiceAddress? Service { get; init; }

    public required WorkloadTask Workload { get; init; }

    /// <summary>Facts that identify the workload. The child refuses a recording with other facts.</summary>
    public required IReadOnlyDictionary<string, string> Facts { get; init; }

    public required IngestRequest Request { get; init; }

    /// <summary>True if every fourth heartbeat of the trial carries a snapshot, for dashboard and telemetry.</summary>
    public bool IsWatched { get; init; }

    /// <summary>Number of the child's first source. Its sources have consecutive numbers.</summary>
    public int FirstSource { get; init; }

    /// <summary>Number of sources of the child, at least 1.</summary>
    public int Sources { get; init; }
}
