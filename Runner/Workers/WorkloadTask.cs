namespace DbIngest.Runner.Workers;

/// <summary>
/// Describes a workload, so that a source process opens one equal to the parent's. <c>WorkloadSet</c> creates it,
/// <see cref="OpenTask"/> carries it, and <c>WorkloadOpener</c> opens it. It contains no secret.
/// </summary>
/// <param name="Seed">Seed of synthetic data.</param>
/// <param name="Values">Values per record of synthetic data.</param>
/// <param name="Input">The recording. Null for synthetic data.</param>
/// <param name="WorkFolder">Folder for the column blocks into which a recording is copied.</param>
/// <param name="MaxRecordsPerSource">Most records that a source is asked for.</param>
/// <param name="MaxSources">Most sources that share a recording.</param>
internal sealed record WorkloadTask(
    ulong Seed,
    int Values,
    Options.InputRequest? Input,
    string WorkFolder,
    long MaxRecordsPerSource,
    int MaxSources);
