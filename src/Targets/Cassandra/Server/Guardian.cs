using System.Diagnostics;

namespace DbIngest.Targets.Cassandra.Server;

/// <summary>
/// A shell that waits on a pipe from us, and ends the nodes and removes their folder when the pipe closes: because we say
/// so, or because we are gone, in whatever way.
/// </summary>
/// <param name="folder">The ring's folder, with one folder a node in it.</param>
internal sealed class Guardian(string folder) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // $1 the folder. A process is a node of ours only when its command line names the folder: ids are reused.
    private const string Script =
        """
        exec >/dev/null 2>&1
        trap '' INT HUP TERM
        read -r line
        for f in "$1"/*/pid; do
            pid=$(cat "$f") || continue
            n=0
            while [ $n -lt 200 ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$1"; do
                kill -KILL "$pid"; sleep 0.05; n=$((n + 1))
            done
        done
        rm -rf "$1"
        """;

    private readonly Process _process = Process.Start(
        new ProcessStartInfo("setsid", ["sh", "-c", Script, "dbingest-guardian", folder]) { RedirectStandardInput = true, UseShellExecute = false })!;

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit(Patience);
        _process.Dispose();
    }
}
