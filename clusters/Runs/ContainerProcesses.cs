using System.Globalization;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Lists the processes of a container by its control group, as this machine sees them. <see cref="RunContainer"/> creates it
/// when a container has started. The resource readers of a trial ask every second. It reads only <c>/proc</c> and
/// <c>/sys/fs/cgroup</c>, and lists none on systems other than Linux or when the engine runs in another machine.
/// </summary>
internal sealed class ContainerProcesses
{
    private const string Root = "/sys/fs/cgroup";
    private readonly string? _list;

    /// <summary>Finds the control group.</summary>
    /// <param name="id">The container's id.</param>
    /// <param name="process">
    /// The id of the container's first process, as the engine reports it. The engine may run in another machine: the id counts
    /// only if the process's control group names the container.
    /// </param>
    public ContainerProcesses(string id, int process)
    {
        foreach (string[] group in Read($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/cgroup").Split('\n')
            .Select(line => line.Split(':', 3)).Where(fields => fields.Length == 3))
        {
            string list = $"{Root}/{group[1].Replace("name=", string.Empty, StringComparison.Ordinal).Split(',')[0]}{group[2]}/cgroup.procs";
            if (group[2].Contains(id, StringComparison.Ordinal) && File.Exists(list))
            {
                _list = list;
                break;
            }
        }
    }

    /// <summary>True when this machine sees the processes.</summary>
    public bool AreSeen => _list is not null;

    /// <summary>The ids of the processes now; empty when this machine does not see the processes.</summary>
    public IReadOnlyList<int> Now => _list is null ? []
        : [.. Read(_list).Split('\n').Select(line => int.TryParse(line, CultureInfo.InvariantCulture, out int pid) ? pid : 0)
        .Where(pid => pid > 0)];

    private static string Read(string file)
    {
        try
        {
            return OperatingSystem.IsLinux() ? File.ReadAllText(file) : string.Empty;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return string.Empty;
        }
    }
}
