using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>Cassandra's processes on this machine, found in /proc.</summary>
internal static class CassandraProcesses
{
    private const string MainClass = "org.apache.cassandra.service.CassandraDaemon";

    /// <summary>The processes behind nodes that answer on this machine.</summary>
    /// <param name="servers">Where the nodes answer.</param>
    /// <returns>Process ids; empty when a node is elsewhere, or when they cannot be told from others.</returns>
    public static IReadOnlyList<int> Local(IEnumerable<IPEndPoint> servers)
    {
        var nodes = servers.ToList();
        if (!OperatingSystem.IsLinux() || !nodes.TrueForAll(s => OwnMachine.Has(s.Address)))
        {
            return [];
        }

        // As many as there are nodes, or it is not known which of them are meant.
        List<int> found =
        [
            .. Directory.EnumerateDirectories("/proc")
                .Select(f => int.TryParse(Path.GetFileName(f.AsSpan()), CultureInfo.InvariantCulture, out int pid) ? pid : 0)
                .Where(pid => pid > 0 && CommandLine(pid).Contains(MainClass, StringComparison.Ordinal)),
        ];
        return found.Count == nodes.Count ? found : [];
    }

    /// <summary>The command line of a process; empty when it is gone or not to be seen.</summary>
    public static string CommandLine(int pid)
    {
        try
        {
            return File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/cmdline"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return string.Empty;
        }
    }
}
