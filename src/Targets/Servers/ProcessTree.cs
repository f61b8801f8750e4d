using System.Globalization;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Sends signals to a process and all of its descendants. A signal to a process group would miss some, since some servers put
/// each of their processes into a separate group. <see cref="ServerProcess"/> uses it for faults of a private server. Linux only.
/// </summary>
internal static partial class ProcessTree
{
    // Numbers of signals on Linux.
    private const int KillSignal = 9;
    private const int ContinueSignal = 18;
    private const int StopSignal = 19;

    /// <summary>Most rounds. Each round finds processes that were forked before the signal stopped their parents.</summary>
    private const int MostRounds = 10;

    /// <summary>Kills all processes of a tree.</summary>
    /// <param name="root">Process id of the root, a child of this process.</param>
    public static void Kill(int root)
    {
        // All processes stand still first, so that none can start another process unseen.
        var tree = Pause(root);
        foreach (int pid in tree)
        {
            _ = Send(pid, KillSignal);
        }
    }

    /// <summary>Stops all processes of a tree, parents first.</summary>
    /// <param name="root">Process id of the root.</param>
    /// <returns>The process ids.</returns>
    public static IReadOnlyList<int> Pause(int root)
    {
        var stopped = new List<int>();
        for (int round = 0; round < MostRounds; round++)
        {
            int[] further = [.. Of(root).Except(stopped)];
            if (further.Length == 0)
            {
                break;
            }

            foreach (int pid in further)
            {
                _ = Send(pid, StopSignal);
            }

            stopped.AddRange(further);
        }

        return stopped;
    }

    /// <summary>Continues all processes of a tree.</summary>
    /// <param name="root">Process id of the root.</param>
    public static void Resume(int root)
    {
        foreach (int pid in Of(root))
        {
            _ = Send(pid, ContinueSignal);
        }
    }

    /// <summary>Lists a process and its descendants, parents before children.</summary>
    /// <param name="root">Process id of the root.</param>
    public static IReadOnlyList<int> Of(int root)
    {
        var children = Directory.EnumerateDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture, out int pid)
                ? pid : 0)
            .Where(pid => pid > 0).ToLookup(ParentOf);
        var tree = new List<int> { root };
        for (int i = 0; i < tree.Count; i++)
        {
            tree.AddRange(children[tree[i]]);
        }

        return tree;
    }

    /// <summary>The parent of a process. 0 if it has ended.</summary>
    private static int ParentOf(int pid) => ProcessReader.ReadStat(pid)?.Parent ?? 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Send(int pid, int signal);
}
