using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Finds in <c>/proc</c> the processes of this machine that listen at a server's addresses, for servers that do not report their
/// process ids. <see cref="ServerTarget{TTable}"/> and <c>RemoteServiceTarget</c> ask about once a second during a trial, to
/// sample a server that was running before. It searches again if none was found or one has ended, and reports none for up to 5 s
/// in between. Thread-safe. It reads only <c>/proc</c> and never contacts the server.
/// </summary>
/// <param name="programs">
/// Names of the server's program as in <c>/proc/PID/comm</c>. Another program at the port, such as a tunnel, is not the server.
/// </param>
internal sealed class ListeningProcesses(params string[] programs)
{
    /// <summary>Shortest time between two searches, each of which takes some milliseconds.</summary>
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly Lock _looking = new();
    private List<int> _found = [];
    private long? _looked;

    /// <summary>Measures the time since the last search. The time of day would not do: it may be set during a trial.</summary>
    internal TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Finds the processes that listen at the addresses.</summary>
    /// <param name="servers">The addresses, one per server.</param>
    /// <returns>
    /// Process ids. Empty if any of the servers runs elsewhere, in a container whose processes are hidden, or under another user.
    /// </returns>
    public IReadOnlyList<int> At(IEnumerable<EndPoint> servers)
    {
        lock (_looking)
        {
            if (_found.Count > 0 && _found.All(IsServer))
            {
                return _found;
            }

            if (_looked is { } last && Clock.GetElapsedTime(last) < Interval)
            {
                return [];
            }

            _found = Look([.. servers]);
            _looked = Clock.GetTimestamp();
            return _found;
        }
    }

    private List<int> Look(IReadOnlyList<EndPoint> servers)
    {
        if (!OperatingSystem.IsLinux() || servers.Count == 0 || !servers.All(ThisMachine.Has))
        {
            return [];
        }

        var ports = servers.Select(PortOf).ToHashSet();
        var sockets = ListeningSockets().Where(socket => ports.Contains(socket.Port))
            .ToDictionary(socket => socket.Link, socket => socket.Port, StringComparer.Ordinal);
        var found = new List<int>();
        var served = new HashSet<int>();
        foreach (int pid in Directory.EnumerateDirectories("/proc").Select(NumberOf).Where(IsServer))
        {
            var own = Links(pid).Where(sockets.ContainsKey).Select(link => sockets[link]).ToList();
            if (own.Count > 0)
            {
                found.Add(pid);
                served.UnionWith(own);
            }
        }

        // All servers or none: otherwise the result would report the use of some servers as the use of all.
        return served.SetEquals(ports) ? found : [];
    }

    private bool IsServer(int pid) => pid > 0
        && ProcText.ReadText(FormattableString.Invariant($"/proc/{pid}/comm")) is { } name
        && programs.Contains(name, StringComparer.Ordinal);

    private static int PortOf(EndPoint server) => server switch
    {
        IPEndPoint ip => ip.Port,
        DnsEndPoint name => name.Port,
        _ => 0,
    };

    private static int NumberOf(string folder) =>
        int.TryParse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture, out int pid) ? pid : 0;

    /// <summary>
    /// Reads <c>/proc/net/tcp</c> (man 5 proc): local address and port in hexadecimal, state (0A: listening), and inode of the
    /// socket.
    /// </summary>
    private static IEnumerable<(string Link, int Port)> ListeningSockets()
    {
        const string listening = "0A";
        foreach (string line in (ProcText.ReadText("/proc/net/tcp") + '\n' + ProcText.ReadText("/proc/net/tcp6")).Split('\n'))
        {
            string[] fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length > 9 && fields[3] == listening
                && int.TryParse(fields[1]
                    .AsSpan(fields[1].LastIndexOf(':') + 1), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out int port))
            {
                yield return ($"socket:[{fields[9]}]", port);
            }
        }
    }

    private static IEnumerable<string> Links(int pid)
    {
        try
        {
            return [.. new DirectoryInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/fd"))
                .EnumerateFileSystemInfos().Select(file => file.LinkTarget).OfType<string>()];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
