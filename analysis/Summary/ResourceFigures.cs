using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// CPU and memory of client and server over a point's measured trials. Server figures are null when the server is not a local
/// process.
/// </summary>
/// <remarks><see cref="PointSummaries"/> computes it; rule 22 and the table of CPU and memory show it.</remarks>
public sealed record ResourceFigures
{
    /// <summary>The client's CPU as a share of all cores; mean of the trials.</summary>
    public required double? ClientCpuShare { get; init; }

    /// <summary>The server's CPU as a share of all cores; mean of the trials.</summary>
    public required double? ServerCpuShare { get; init; }

    /// <summary>The client's CPU time per record, in microseconds; mean of the trials.</summary>
    public required double? ClientCpuUsPerRecord { get; init; }

    /// <summary>The server's CPU time per record, in microseconds; mean of the trials.</summary>
    public required double? ServerCpuUsPerRecord { get; init; }

    /// <summary>The client's largest resident memory in any trial.</summary>
    public required long? ClientPeakRssBytes { get; init; }

    /// <summary>The server's largest resident memory in any trial.</summary>
    public required long? ServerPeakRssBytes { get; init; }

    /// <summary>Bytes that the server sent to storage; mean of the trials.</summary>
    public required double? ServerWrittenBytes { get; init; }

    /// <summary>Bytes allocated on the client's managed heap per record; mean of the trials.</summary>
    public required double ClientAllocatedBytesPerRecord { get; init; }

    /// <summary>Garbage collections in the client; mean of the trials.</summary>
    public required double ClientCollections { get; init; }

    /// <summary>Averages the resource use of trials.</summary>
    /// <returns>Null without a trial.</returns>
    public static ResourceFigures? Of(IReadOnlyList<TrialResult> trials) => trials.Count == 0
        ? null
        : new ResourceFigures
        {
            ClientCpuShare = trials.Average(trial => trial.Client?.CpuShare),
            ServerCpuShare = trials.Average(trial => trial.Server?.CpuShare),
            ClientCpuUsPerRecord = trials.Average(trial => UsPerRecord(trial.Client, trial)),
            ServerCpuUsPerRecord = trials.Average(trial => UsPerRecord(trial.Server, trial)),
            ClientPeakRssBytes = trials.Max(trial => trial.Client?.PeakRssBytes),
            ServerPeakRssBytes = trials.Max(trial => trial.Server?.PeakRssBytes),
            ServerWrittenBytes = trials.Average(trial => (double?)trial.Server?.WrittenBytes),
            ClientAllocatedBytesPerRecord = trials.Average(
                trial => (double)trial.ClientAllocatedBytes / Math.Max(1, trial.AcknowledgedRecords)),
            ClientCollections = trials.Average(trial => (double)trial.ClientCollections),
        };

    private static double? UsPerRecord(ResourceUse? use, TrialResult trial) =>
        trial.AcknowledgedRecords == 0 ? null : use?.CpuS * 1e6 / trial.AcknowledgedRecords;
}
