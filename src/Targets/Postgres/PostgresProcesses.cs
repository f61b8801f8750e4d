using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Finds the processes of a server on this machine in /proc, so that a trial can sample their CPU time and memory.
/// <see cref="PostgresTarget"/> looks for the postmaster once per trial, and for its children about once a second. It reads files
/// only, and signals no process.
/// </summary>
internal static class PostgresProcesses
{
    /// <summary>The postmaster of a session's process.</summary>
    /// <param name="pid">Process id as the server sees it. In a container it may be another process on this machine.</param>
    /// <returns>Process id of the postmaster. Null if the process is not PostgreSQL's.</returns>
    public static int? PostmasterOf(int pid) =>
        Stat(pid) is var (name, parent) && IsServer(name) && Stat(parent) is var (parentName, _) && IsServer(parentName) ? parent
            : null;

    /// <summary>The postmaster and its children.</summary>
    /// <param name="postmaster">Process id of the postmaster.</param>
    /// <returns>Process ids. Empty if the process has ended or its id was reused.</returns>
    public static IReadOnlyList<int> WithChildren(int postmaster)
    {
        if (Stat(postmaster) is not var (postmasterName, _) || !IsServer(postmasterName))
        {
            return [];
        }

        var found = new List<int> { postmaster };
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture, out int pid)
                && Stat(pid) is var (_, parent) && parent == postmaster)
            {
                found.Add(pid);
            }
        }

        return found;
    }

    private static bool IsServer(string name) => name is "postgres" or "postmaster";

    // man 5 proc: "pid (name) state parent ...", where the name may contain spaces and parentheses.
    private static (string Name, int Parent)? Stat(int pid)
    {
        if (ProcText.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat")) is not { } text)
        {
            return null;
        }

        int open = text.IndexOf('(', StringComparison.Ordinal);
        int close = text.LastIndexOf(')');
        string[] rest = text[(close + 2)..].Split(' ');
        return (text[(open + 1)..close], int.Parse(rest[1], CultureInfo.InvariantCulture));
    }
}
