using System.Globalization;

namespace DbIngest.Targets.Postgres;

/// <summary>The server's processes on this machine, found in /proc.</summary>
internal static class PostgresProcesses
{
    /// <summary>The parent of a process, when the process is PostgreSQL's.</summary>
    /// <param name="pid">The process id, as the server sees it: in a container it can be another process here.</param>
    /// <returns>The postmaster's process id, or null when it is not to be seen.</returns>
    public static int? PostmasterOf(int pid) =>
        Stat(pid) is var (name, parent) && IsServer(name) && Stat(parent) is var (parentName, _) && IsServer(parentName) ? parent
            : null;

    /// <summary>A process and its children.</summary>
    /// <param name="postmaster">The process.</param>
    /// <returns>Process ids; empty when it is gone, or another program has its id.</returns>
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

    // man 5 proc: "pid (name) state parent ...", where the name may hold spaces and parentheses.
    private static (string Name, int Parent)? Stat(int pid)
    {
        try
        {
            string text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            int open = text.IndexOf('(', StringComparison.Ordinal);
            int close = text.LastIndexOf(')');
            string[] rest = text[(close + 2)..].Split(' ');
            return (text[(open + 1)..close], int.Parse(rest[1], CultureInfo.InvariantCulture));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
