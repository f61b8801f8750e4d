using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Finds the processes of a server on this machine in /proc, so that a trial can sample their CPU time and memory.
/// <see cref="PostgresTarget"/> looks for the postmaster when it is opened and in each Prepare, and for the postmaster's children
/// about once a second. It reads files only, and signals no process.
/// </summary>
internal static class PostgresProcesses
{
    /// <summary>The postmaster of a session's process.</summary>
    /// <param name="pid">Process id as the server sees it. In a container it may be another process on this machine.</param>
    /// <returns>Process id of the postmaster. Null if the process is not PostgreSQL's.</returns>
    public static int? PostmasterOf(int pid) =>
        IsServer(pid) && ProcessReader.ReadStat(pid)?.Parent is { } parent && IsServer(parent) ? parent : null;

    /// <summary>The postmaster and its children.</summary>
    /// <param name="postmaster">Process id of the postmaster.</param>
    /// <returns>Process ids. Empty if the process has ended or its id was reused.</returns>
    public static IReadOnlyList<int> WithChildren(int postmaster)
    {
        if (!IsServer(postmaster))
        {
            return [];
        }

        var found = new List<int> { postmaster };
        foreach (string folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture, out int pid)
                && ProcessReader.ReadStat(pid)?.Parent == postmaster)
            {
                found.Add(pid);
            }
        }

        return found;
    }

    private static bool IsServer(int pid) =>
        ProcText.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/comm")) is "postgres" or "postmaster";
}
