namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the resource use of processes on this machine, for a trial's sampler: of source processes, of a private server, of a
/// container. Counters begin when it is created. Not thread-safe. Never throws when a process is gone.
/// </summary>
public sealed class LocalProcesses : IResourceReader
{
    private readonly Func<IReadOnlyList<int>> _processes;
    private readonly ProcessSampler _sampler;
    private IReadOnlyList<int> _pids = [];

    /// <summary>Creates the reader and takes the first reading.</summary>
    /// <param name="processes">Returns the process ids. Called on every reading, on the sampling thread.</param>
    /// <param name="proportional">
    /// True counts memory shared by processes proportionally, see <see cref="ProcessSampler"/>.
    /// </param>
    public LocalProcesses(Func<IReadOnlyList<int>> processes, bool proportional)
        : this(processes, proportional, countsReaped: false)
    {
    }

    private LocalProcesses(Func<IReadOnlyList<int>> processes, bool proportional, bool countsReaped)
    {
        _processes = processes;
        _sampler = new ProcessSampler(Pids(), proportional, countsReaped);
    }

    /// <summary>Creates the reader of a server: of all its processes, those included that end between two readings.</summary>
    /// <param name="processes">Returns the ids of all processes of the server.</param>
    public static LocalProcesses OfServer(Func<IReadOnlyList<int>> processes) =>
        new(processes, proportional: true, countsReaped: true);

    /// <summary>The processes of the latest reading.</summary>
    public IReadOnlyList<int> Processes => _pids;

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
            // A server that just died may fail to list its processes. An exception here would end the client.
            return _pids;
        }
    }
}
