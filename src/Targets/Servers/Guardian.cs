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
/// The server's folder. It, or each folder in it, contains a file <c>pid</c> (<see cref="ServerProcess"/>). In its folder
/// <c>disk</c> a <see cref="PrivateDisk"/> may be mounted, which is unmounted. A <see cref="PrivateNetwork"/> with the end of its
/// name is deleted: no file says so, which a run that did not wait would have removed.
/// </param>
/// <param name="signal">
/// Name of the first signal to the processes, without SIG: <c>KILL</c>, or one that lets the server release shared memory.
/// </param>
/// <param name="furtherFolders">Folders to remove besides the first.</param>
internal sealed class Guardian(string folder, string signal, params IEnumerable<string> furtherFolders) : IDisposable
{
    /// <summary>The signal for a server without resources to release.</summary>
    public const string AtOnce = "KILL";

    // $1 the signal, $2 the folder. A process is one of ours only when its command line names the folder: ids are reused. One
    // that was stopped goes on first, with its children; one that does not end within about a second is killed, with its
    // children. Whoever names the folder is looked for besides: the files that say which process it is may be gone, removed with
    // the folder of a run that did not wait. That folder goes too, once it is empty. A server with a disk of its own has its
    // files two folders below. Whoever is just mounting that disk, or making a network, names the folder and is ended before.
    private const string Script =
        """
        exec >/dev/null 2>&1
        PATH=$PATH:/usr/sbin:/sbin
        trap '' INT HUP TERM
        read -r line
        signal=$1; shift
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
