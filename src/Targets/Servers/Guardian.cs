using System.Diagnostics;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A shell process that ends a private server's processes and removes its folders when its standard input closes: because the
/// owner disposes this object, or because this program died in whatever way. Each private server has one (<see
/// cref="PrivateServer"/> creates it before it starts a node), and leftovers of earlier runs are removed by a short-lived one. It
/// runs in its own session, so that Ctrl-C in the terminal does not reach it.
/// </summary>
/// <remarks>
/// It kills only processes whose command line contains the server's folder, because process ids are reused, and deletes only the
/// folders that it was given. Linux only.
/// </remarks>
/// <param name="folder">
/// The server's folder. It, or a folder one or two levels below, contains a file <c>pid</c> (<see cref="ServerProcess"/>). The
/// guardian unmounts a <see cref="PrivateDisk"/> in its folder <c>disk</c>, and deletes the <see cref="PrivateNetwork"/> whose
/// name ends like the folder. The name alone identifies the network, because a run that did not wait may have removed all files.
/// </param>
/// <param name="signal">
/// Name of the first signal to the processes, without SIG: <c>KILL</c>, or one that lets the server release shared memory.
/// </param>
/// <param name="furtherFolders">Folders to remove besides the first.</param>
internal sealed class Guardian(string folder, string signal, params IEnumerable<string> furtherFolders) : IDisposable
{
    /// <summary>The signal for a server without resources to release.</summary>
    public const string AtOnce = "KILL";

    // $1 is the signal, $2 the folder. A folder with a line break would be several patterns to grep, and an empty one would match
    // every process, so then nothing is ended. Ids are reused, so a process belongs to the server only if its command line names
    // the folder. The loop takes the ids from the files "pid", and also searches /proc: a run that did not wait may have removed
    // the files. A server with its own disk has its files two folders below. Scripts that mount a disk or make a network name the
    // folder too, so they end before the disk is unmounted. A stopped process is continued, and a process that does not end
    // within about a second is killed, both with their children. The last line removes the work folder of a run once it is empty.
    private const string Script =
        """
        exec >/dev/null 2>&1
        PATH=$PATH:/usr/sbin:/sbin
        trap '' INT HUP TERM
        read -r line
        signal=$1; shift
        nl=$(printf '\n.'); nl=${nl%.}
        case $1 in ''|*"$nl"*) exit 1;; esac
        is_ours() { tr '\0' ' ' <"/proc/$1/cmdline" | grep -F "$2" | grep -qvF dbingest-guardian; }
        for pid in $(cat "$1"/pid "$1"/*/pid "$1"/*/*/pid) $(grep -laF "$1" /proc/[0-9]*/cmdline | cut -d/ -f3); do
            n=0
            while [ $n -lt 200 ] && is_ours "$pid" "$1"; do
                children=$(cat "/proc/$pid/task/$pid/children")
                if [ $n -lt 20 ]; then kill "-$signal" "$pid"; else kill -KILL "$pid" $children; fi
                kill -CONT "$pid" $children; sleep 0.05; n=$((n + 1))
            done
        done
        for g in $(cat "$1"/groups "$1"/*/groups "$1"/*/*/groups); do [ -d "$g" ] && rmdir "$g"; done
        n=${1##*-}
        if [ -e "/run/netns/dbingest-$n" ]; then ip link delete "dbi-$n"; ip netns delete "dbingest-$n"; fi
        while umount -l "$1/disk"; do :; done
        rm -rf "$@"
        case $(dirname "$1") in */dbingest-work-*) rmdir "$(dirname "$1")";; esac
        """;

    private readonly Process _process = Process.Start(
        new ProcessStartInfo("setsid",
            ["sh", "-c", Script, "dbingest-guardian", signal, folder, .. furtherFolders])
        {
            RedirectStandardInput = true,
            UseShellExecute = false
        }.WithoutPasswords())!;

    /// <inheritdoc/>
    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit(ServerTimeouts.End);
        _process.Dispose();
    }
}
