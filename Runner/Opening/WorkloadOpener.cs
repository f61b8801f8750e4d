using DbIngest.Core.Sources;
using DbIngest.Runner.Workers;
using DbIngest.Sources;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Runner.Opening;

/// <summary>Makes a workload of a task; the same task makes an equal workload in any process.</summary>
internal static class WorkloadOpener
{
    /// <summary>Opens a workload.</summary>
    /// <param name="task">What it is.</param>
    /// <returns>The workload; the caller disposes it.</returns>
    /// <exception cref="UsageException">The input cannot be read as asked.</exception>
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
