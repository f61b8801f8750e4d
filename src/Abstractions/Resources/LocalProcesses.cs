namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the resource use of processes on this machine: of source processes, a private server, a container or the service. The
/// sampler of a trial uses it, and <c>IdleServers</c> before a sweep. Counters begin when it is created. Not thread-safe. A
/// process that is gone makes it throw nothing.
/// </summary>
public sealed class LocalProcesses : IResourceReader
{
    private readonly Func<IReadOnlyList<int>> _processes;
    private readonly ProcessSampler _sampler;
    private IReadOnlyList<int> _pids = [];

    /// <summary>Creates the reader and takes the first reading.</summary>
    /// <param name="processes">Returns the process ids. Called on every reading, on the thread that reads.</param>
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

    /// <summary>Creates the reader of a server. It also counts processes of the server that end between two readings.</summary>
    /// <param name="processes">Returns the ids of all processes of the server.</param>
    public static LocalProcesses OfServer(Func<IReadOnlyList<int>> processes) =>
        new(processes, proportional: true, countsReaped: true);

    /// <summary>The processes of the latest reading.</summary>
    public IReadOnlyList<int> Processes => _pids;

    /// <inheritdoc/>
    public int Cores => Environment.ProcessorCount;

    /// <summary>Reads the counters.</summary>
    /// <returns>Use since the reader was created. Null until one of the processes has been found.</returns>
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
