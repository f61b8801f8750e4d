namespace DbIngest.Abstractions.Resources;

/// <summary>Reads what processes of this machine use; the counters begin here.</summary>
public sealed class LocalProcesses : IResourceReader
{
    private readonly Func<IReadOnlyList<int>> _processes;
    private readonly ProcessSampler _sampler;
    private IReadOnlyList<int> _pids = [];

    /// <summary>Begins to count.</summary>
    /// <param name="processes">Yields the processes' ids now; called at every reading, from its thread.</param>
    /// <param name="proportional">Whether memory that the processes share is shared out among them; see <see cref="ProcessSampler"/>.</param>
    public LocalProcesses(Func<IReadOnlyList<int>> processes, bool proportional)
    {
        _processes = processes;
        _sampler = new ProcessSampler(Pids(), proportional);
    }

    /// <inheritdoc/>
    public int Cores => Environment.ProcessorCount;

    /// <inheritdoc/>
    public ResourceReading? Read()
    {
        var reading = _sampler.Sample(Pids());
        return _sampler.HasMembers ? reading : null;
    }

    private IReadOnlyList<int> Pids()
    {
        try
        {
            return _pids = _processes();
        }
        catch (Exception)
        {
            // A server that just died may be unable to name its processes; an exception here would take the client down with it.
            return _pids;
        }
    }
}
