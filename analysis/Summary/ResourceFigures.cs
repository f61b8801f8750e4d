using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// CPU and memory of client and server over a point's measured trials. Server figures are null for an embedded database, and for
/// a remote server that is no deployment: nothing reads its use there.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it; rule 22 and the table of CPU and memory show it. <c>summary.json</c> contains the
/// members, so none may be renamed.
/// </remarks>
public sealed record ResourceFigures
{
    /// <summary>The client's CPU as a share of all cores; mean of the trials.</summary>
    public required double? ClientCpuShare { get; init; }

    /// <summary>The server's CPU as a share of all cores; mean of the trials.</summary>
    public required double? ServerCpuShare { get; init; }

    /// <summary>
    /// The client's largest CPU between two samples (about 1 s) or of a whole trial, as a share of all cores. Null when every
    /// trial is shorter than half a second.
    /// </summary>
    public double? ClientPeakCpuShare { get; init; }

    /// <summary>
    /// The server's largest CPU, measured as <see cref="ClientPeakCpuShare"/> is. Null where no trial has two samples of the
    /// server far enough apart.
    /// </summary>
    public double? ServerPeakCpuShare { get; init; }

    /// <summary>The client's mean resident memory over the samples of a trial; mean of the trials.</summary>
    public double? ClientMeanRssBytes { get; init; }

    /// <summary>The server's mean resident memory over the samples of a trial; mean of the trials.</summary>
    public double? ServerMeanRssBytes { get; init; }

    /// <summary>The client's CPU time per record (operation of a mix), in microseconds; mean of the trials.</summary>
    public required double? ClientCpuUsPerRecord { get; init; }

    /// <summary>The server's CPU time per record (operation of a mix), in microseconds; mean of the trials.</summary>
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
            ClientPeakCpuShare = Peak(trials, trial => trial.Client, sample => sample.ClientCpuS),
            ServerPeakCpuShare = Peak(trials, trial => trial.Server, sample => sample.ServerCpuS),
            ClientMeanRssBytes = trials.Average(trial => MeanRss(trial, sample => sample.ClientRssBytes)),
            ServerMeanRssBytes = trials.Average(trial => MeanRss(trial, sample => sample.ServerRssBytes)),
            ClientCpuUsPerRecord = trials.Average(trial => UsPerRecord(trial.Client, trial)),
            ServerCpuUsPerRecord = trials.Average(trial => UsPerRecord(trial.Server, trial)),
            ClientPeakRssBytes = trials.Max(trial => trial.Client?.PeakRssBytes),
            ServerPeakRssBytes = trials.Max(trial => trial.Server?.PeakRssBytes),
            ServerWrittenBytes = trials.Average(trial => (double?)trial.Server?.WrittenBytes),
            ClientAllocatedBytesPerRecord = trials.Where(trial => trial.Acknowledged > 0)
                .Select(trial => (double)trial.ClientAllocatedBytes / trial.Acknowledged).DefaultIfEmpty().Average(),
            ClientCollections = trials.Average(trial => (double)trial.ClientCollections),
        };

    /// <summary>
    /// Shortest time between samples that gives a CPU share: CPU seconds come in ticks of 10 ms, so a shorter time means little.
    /// </summary>
    private const double LeastStepS = 0.5;

    private static IEnumerable<ThroughputSample> Ingesting(TrialResult trial) =>
        trial.Samples.Where(sample => sample.Phase == "ingest" && sample.AtS <= trial.ElapsedS + LeastStepS);

    /// <summary>
    /// Returns the largest CPU share between two samples or of a whole trial. Null where no trial has two samples far enough
    /// apart.
    /// </summary>
    private static double? Peak(
        IReadOnlyList<TrialResult> trials, Func<TrialResult, ResourceUse?> use, Func<ThroughputSample, double?> cpuS) =>
        trials.Max(trial => PeakCpu(trial, use(trial), cpuS)) is { } sampled
            ? Math.Max(sampled, trials.Max(trial => use(trial)?.CpuShare) ?? 0) : null;

    private static double? PeakCpu(TrialResult trial, ResourceUse? use, Func<ThroughputSample, double?> cpuS)
    {
        double? cores = use?.Cores;
        if (cores is null && use is { CpuS: > 0, CpuShare: > 0 } && trial.ElapsedS > 0)
        {
            cores = use.CpuS / use.CpuShare / trial.ElapsedS;
        }

        double? peak = null;
        var (at, used) = (0.0, 0.0);
        foreach (var sample in Ingesting(trial).Where(sample => cpuS(sample) is not null))
        {
            if (sample.AtS - at >= LeastStepS)
            {
                double share = Math.Max(0, (cpuS(sample)!.Value - used) / (sample.AtS - at) / cores ?? 0);
                peak = cores is null ? null : Math.Max(peak ?? 0, share);
                (at, used) = (sample.AtS, cpuS(sample)!.Value);
            }
        }

        return peak;
    }

    private static double? MeanRss(TrialResult trial, Func<ThroughputSample, long?> bytes) =>
        Ingesting(trial).Average(sample => (double?)bytes(sample));

    private static double? UsPerRecord(ResourceUse? use, TrialResult trial) =>
        trial.Acknowledged == 0 ? null : use?.CpuS * 1e6 / trial.Acknowledged;
}
