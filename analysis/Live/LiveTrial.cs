using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Live;

/// <summary>
/// The running trial, for the live page. <c>Dashboard</c> creates one each second while a browser looks. No result file contains
/// it.
/// </summary>
public sealed record LiveTrial
{
    /// <summary>The point that the trial measures.</summary>
    public required Point Point { get; init; }

    /// <summary>The point, the number of the trial and its phase, in words.</summary>
    public required string Words { get; init; }

    /// <summary>The state of the ingestion. In later phases, its last known state.</summary>
    public required IngestSnapshot Snapshot { get; init; }

    /// <summary>End of each step in seconds since the common start, with its rate in records or operations per second.</summary>
    public required IReadOnlyList<(double AtS, double Rate)> Steps { get; init; }
}
