using DbIngest.Abstractions.Resources;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Reads the resource use of the source processes on one other host from their heartbeats and final messages.
/// <see cref="ProcessRun"/> opens one per host for the sampler of a trial. Reading sends no message to the host, and gives null
/// until a process has reported its use in the trial.
/// </summary>
/// <param name="workers">The processes of the host, at least one.</param>
internal sealed class HostReader(IReadOnlyList<WorkerProcess> workers) : IResourceReader
{
    /// <inheritdoc/>
    public int Cores => workers[0].Hello!.Environment.Cores;

    /// <inheritdoc/>
    public bool IsOfThisMachine => false;

    /// <inheritdoc/>
    public ResourceReading? Read()
    {
        ResourceReading? sum = null;
        foreach (var worker in workers)
        {
            if (worker.Used is { } used)
            {
                sum = sum?.Plus(used) ?? used;
            }
        }

        return sum;
    }
}
