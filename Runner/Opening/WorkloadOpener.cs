using DbIngest.Core.Sources;
using DbIngest.Runner.Workers;
using DbIngest.Sources;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Opens the workload that a task describes: synthetic meters or a recording. <see cref="WorkloadSet"/> calls it in the main
/// process before targets are open. <c>WorkerVerb</c> hands it to <c>SourceProcess</c>, which calls it once per task that
/// differs. Equal tasks give equal workloads in all of them, which the audit relies on.
/// </summary>
internal static class WorkloadOpener
{
    /// <summary>Opens a workload.</summary>
    /// <param name="task">Describes the workload.</param>
    /// <returns>The workload. The caller disposes it.</returns>
    /// <exception cref="UsageException">The recording cannot be read as requested.</exception>
    public static IWorkload Open(WorkloadTask task)
    {
        if (task.Input is not { } input)
        {
            return new SyntheticWorkload(task.Seed, task.Values);
        }

        try
        {
            return InputWorkload.Open(input.Path, input.Options, task.WorkFolder, task.MaxRecordsPerSource, task.MaxSources);
        }
        catch (Exception exception) when (exception is InputException or ArgumentException)
        {
            throw new UsageException($"--input: {exception.Message}");
        }
    }
}
