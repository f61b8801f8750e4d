using DbIngest.Core.Sweeps;

namespace DbIngest.Runner.Workers;

/// <summary>To the child: what to ingest, into what, and which sources are its own. The password travels here and nowhere else.</summary>
internal sealed record OpenTask : WorkerMessage
{
    public required string Database { get; init; }

    public required string Client { get; init; }

    public required string Durability { get; init; }

    public required string Endpoint { get; init; }

    public required string? Password { get; init; }

    public required string WorkFolder { get; init; }

    public required double RequestTimeoutS { get; init; }

    public required WorkloadTask Workload { get; init; }

    public required SourceLayout Layout { get; init; }

    public required int FirstSource { get; init; }

    public required int Sources { get; init; }

    public required long RecordsPerSource { get; init; }

    public required int Batch { get; init; }

    public required int InFlight { get; init; }

    public required int Retries { get; init; }

    public required double RetryDelayS { get; init; }
}
