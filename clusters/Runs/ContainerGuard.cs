using System.Diagnostics;
using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Removes a run's container and volume even when the run is killed: a shell waits on a pipe from this process and removes both
/// when the pipe closes. <see cref="RunContainer"/> creates one before its container. The shell runs in its own session, so that
/// Ctrl-C does not reach it.
/// </summary>
internal sealed class ContainerGuard : IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    // $1 is the engine, $2 the name of container and volume, $3 the seconds that one command of the engine may take, so that an
    // engine that hangs in one is asked again. Kill first: a stopped container may take its time to end. After a killed run, one
    // of the run's own engine commands may still be creating the container: the shell then looks again for at least 5 s.
    private const string Script =
        """
        exec >/dev/null 2>&1
        trap '' INT HUP TERM
        rounds=5
        limit=
        command -v timeout && limit="timeout -k 1 $3"
        # An engine that did not answer in time (124, 137) has not said that the thing is gone.
        is_gone() { $limit "$@"; code=$?; [ $code -ne 0 ] && [ $code -ne 124 ] && [ $code -ne 137 ]; }
        read -r line && rounds=1
        n=0
        while [ $n -lt 30 ]; do
            $limit "$1" kill "$2"; $limit "$1" rm --force --volumes "$2"; $limit "$1" volume rm --force "$2"
            n=$((n + 1))
            [ $n -ge $rounds ] && is_gone "$1" container inspect "$2" && is_gone "$1" volume inspect "$2" && break
            sleep 1
        done
        """;

    private readonly Process _process;

    /// <summary>Starts the shell.</summary>
    /// <param name="engine">The engine's program: <c>docker</c> or <c>podman</c>.</param>
    /// <param name="name">The name of both container and volume.</param>
    /// <param name="limitS">How long one command of the engine may take, in seconds, where the system can limit it.</param>
    public ContainerGuard(string engine, string name, int limitS = 20)
    {
        string[] shell = ["-c", Script, "dbingest-guardian", engine, name, limitS.ToString(CultureInfo.InvariantCulture)];
        _process = Process.Start(
            new ProcessStartInfo("sh", shell)
            {
                RedirectStandardInput = true,
                UseShellExecute = false
            }.InOwnSession().WithoutPasswords())!;
    }

    /// <summary>Removes container and volume, and waits up to 60 s for that.</summary>
    public void Dispose()
    {
        try
        {
            _process.StandardInput.WriteLine();
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The shell was killed: the next run removes what it left.
        }

        _process.WaitForExit(Timeout);
        _process.Dispose();
    }
}
