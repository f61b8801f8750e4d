using DbIngest.Abstractions.Resources;

namespace DbIngest.Runner.Workers;

/// <summary>What the source processes of another host use there, as each of them says with its heartbeats and its last word.</summary>
/// <param name="workers">The processes of one host, one at least.</param>
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
