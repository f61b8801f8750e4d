namespace DbIngest.Runner.Workers;

/// <summary>From what a process makes a workload of its own, equal to the parent's.</summary>
/// <param name="Seed">The seed of synthetic data.</param>
/// <param name="Values">Values a record of synthetic data.</param>
/// <param name="Input">The recorded data, or null for synthetic data.</param>
/// <param name="WorkFolder">For a temporary copy of recorded data.</param>
/// <param name="MaxRecordsPerSource">The most records that a source is asked for.</param>
/// <param name="MaxSources">The most sources that share recorded data.</param>
internal sealed record WorkloadTask(
    ulong Seed,
    int Values,
    Options.InputRequest? Input,
    string WorkFolder,
    long MaxRecordsPerSource,
    int MaxSources);
