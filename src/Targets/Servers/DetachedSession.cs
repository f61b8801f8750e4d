using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Starts child processes in a separate session, so that Ctrl-C in the terminal reaches this program alone, which then ends
/// them in order. <c>ContainerGuard</c> starts guards of containers so, <c>WorkerProcess</c> and <c>ProgramCopy</c> the launchers
/// of source processes on other hosts, and <see cref="PlannedStepRunner"/> the commands that prepare a private server. Such a
/// child has no terminal and cannot ask for a password.
/// </summary>
public static class DetachedSession
{
    /// <summary>Puts <c>setsid</c> before a command, on Linux. The process keeps its id and its parent.</summary>
    /// <param name="start">
    /// Start information of the child, which is changed. Its arguments are in <see cref="ProcessStartInfo.ArgumentList"/>.
    /// </param>
    /// <returns>The same object, for chaining.</returns>
    public static ProcessStartInfo InOwnSession(this ProcessStartInfo start)
    {
        if (OperatingSystem.IsLinux())
        {
            start.ArgumentList.Insert(0, start.FileName);
            start.FileName = "setsid";
        }

        return start;
    }
}
