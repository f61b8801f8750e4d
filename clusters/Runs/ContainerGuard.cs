using System.Diagnostics;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// A shell that waits on a pipe from this process, and removes a container with its volume when the pipe closes: because we say so, or because we are gone, in whatever way. It has a session of its own, so that a
/// Ctrl-C meant for us does not reach it.
/// </summary>
internal sealed class ContainerGuard : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    // $1 the engine, $2 the name of container and volume. Killed first: an engine may give a container time to end which it does not need. A command of ours may still be under way when we are gone,
    // so that what it makes is there a moment later: unless we say that none is, the shell looks again for a while.
    private const string Script =
        """
        exec >/dev/null 2>&1
        trap '' INT HUP TERM
        rounds=5
        read -r line && rounds=1
        n=0
        while [ $n -lt 30 ]; do
            "$1" kill "$2"; "$1" rm --force --volumes "$2"; "$1" volume rm --force "$2"
            n=$((n + 1))
            [ $n -ge $rounds ] && ! "$1" container inspect "$2" && ! "$1" volume inspect "$2" && break
            sleep 1
        done
        """;

    private readonly Process _process;

    /// <summary>Begins to wait.</summary>
    /// <param name="engine">The engine's program.</param>
    /// <param name="name">The name of the container, and of its volume.</param>
    public ContainerGuard(string engine, string name)
    {
        string[] shell = ["sh", "-c", Script, "dbingest-guardian", engine, name];
        string[] command = OperatingSystem.IsLinux() ? ["setsid", .. shell] : shell;
        _process = Process.Start(new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, UseShellExecute = false }.WithoutPasswords())!;
    }

    /// <summary>Removes the container, and waits until it is gone.</summary>
    public void Dispose()
    {
        try
        {
            _process.StandardInput.WriteLine();
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It was killed: the next run removes what is left.
        }

        _process.WaitForExit(Patience);
        _process.Dispose();
    }
}
