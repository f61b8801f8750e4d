using System.Globalization;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Trials;

/// <summary>
/// Tells one start of a server from the next, by its processes on this machine: process ids with their start times.
/// <see cref="TrialRunner"/> asks for it once records are loaded, and <see cref="HeldLoad"/> compares it before they are used
/// again, because a restart empties caches. A start that is not known must never count as the same.
/// </summary>
internal static class ServerInstance
{
    private const string InProcess = "in-process";
    private const string Remote = "remote";

    /// <summary>Identifies the running server of a target.</summary>
    /// <param name="target">The target.</param>
    /// <param name="cancellation">Cancels the requests to the server.</param>
    /// <returns>
    /// A text that differs between two starts. Null if no process shows when the server, a node of it or one of a hybrid's
    /// servers started, for example on another machine: it may have been restarted.
    /// </returns>
    /// <exception cref="TargetException">The server does not answer.</exception>
    public static string? Of(ITarget target, CancellationToken cancellation)
    {
        // A cluster with nodes on other machines may show processes here, but not all.
        string placement = target.Describe(cancellation).Placement;
        if (placement == Remote || target.HidesServer(cancellation))
        {
            return null;
        }

        var reader = new ProcessReader();
        var processes = new SortedDictionary<int, ProcessReading>();
        foreach (int pid in target.ServerProcesses())
        {
            if (reader.Read(pid) is { } reading)
            {
                processes[pid] = reading;
            }
        }

        if (processes.Count == 0)
        {
            return placement == InProcess ? InProcess : null;
        }

        // Only parents count: a server's children, for example one per session, come and go.
        return string.Join('+', processes
            .Where(process => !processes.ContainsKey(process.Value.Parent))
            .Select(process => string.Create(CultureInfo.InvariantCulture, $"{process.Key}@{process.Value.StartTicks}")));
    }
}
