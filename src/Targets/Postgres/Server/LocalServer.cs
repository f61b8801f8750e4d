using System.Diagnostics;
using System.Net.Sockets;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// A private server with the stock configuration, reachable by a Unix socket only that no other account can open.
/// </summary>
/// <remarks>
/// A guardian, a shell that waits on a pipe from us, stops the server and removes its folders when the pipe closes: because we say
/// so, or because we are gone, in whatever way. Both leave our session, so that a Ctrl-C meant for us does not reach them.
/// </remarks>
internal sealed class LocalServer : IDisposable
{
    private const string Superuser = "postgres";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    // $1 the folder, $2 the socket's folder. SIGQUIT is the immediate shutdown: nothing of the data is needed any more.
    private const string GuardianScript =
        """
        exec >/dev/null 2>&1
        trap '' INT HUP TERM
        read -r line
        if pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$1/data"; then
            kill -QUIT "$pid"
            n=0
            while [ $n -lt 200 ] && grep -q . "/proc/$pid/cmdline" 2>/dev/null; do sleep 0.05; n=$((n + 1)); done
        fi
        rm -rf "$1" "$2"
        """;

    // Its own session, the log instead of our terminal, and then the server itself in this very process.
    private const string ServerScript = "log=$1; shift; exec setsid \"$@\" </dev/null >>\"$log\" 2>&1";

    private readonly Lock _gate = new();
    private readonly PostgresBinaries _binaries;
    private readonly ServerAccount _account;
    private readonly ServerFolder _folder;
    private readonly Process _guardian;
    private readonly int? _tcpPort;
    private Process? _postmaster;

    private LocalServer(PostgresBinaries binaries, ServerAccount account, ServerFolder folder, int? tcpPort)
    {
        _tcpPort = tcpPort;
        _binaries = binaries;
        _account = account;
        _folder = folder;
        _guardian = Guard(folder.Root, folder.Socket);
        Endpoint = PostgresEndpoint.Parse($"Host={folder.Socket};Port={Port};Username={Superuser};Database=postgres", password: null);
    }

    public PostgresEndpoint Endpoint { get; }

    public string Folder => _folder.Root;

    private int Port => _tcpPort ?? 5432;

    /// <summary>Makes and starts a server, after clearing away what was left behind by others.</summary>
    /// <param name="workFolder">Where its files go.</param>
    /// <param name="tcpPort">A port of the loopback interface to listen on as well; null for the Unix socket only.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <returns>The server, accepting connections.</returns>
    /// <exception cref="TargetException">It cannot be made or does not start.</exception>
    public static LocalServer Start(string workFolder, int? tcpPort = null, CancellationToken cancellation = default)
    {
        var binaries = PostgresBinaries.Find();
        var account = ServerAccount.Choose();
        foreach (string leftover in ServerFolder.Leftovers(workFolder))
        {
            using var guardian = Guard(leftover, Path.Combine(leftover, "socket"));
            Relieve(guardian);
        }

        var server = new LocalServer(binaries, account, ServerFolder.Make(workFolder, account), tcpPort);
        try
        {
            server.Initialise();
            server.EnsureRunning(cancellation);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>Starts the server again, with its data, when it died.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation)
    {
        lock (_gate)
        {
            // A server that was just killed may not be known to have ended yet: one that refuses connections is given the time for it.
            if (_postmaster is { HasExited: false } postmaster && (Accepts() || !postmaster.WaitForExit(TimeSpan.FromSeconds(5))))
            {
                return;
            }

            // After a crash, processes of the dead server may hold on to its memory for a moment: the new one then refuses to start.
            long started = Stopwatch.GetTimestamp();
            while (!TryStart(started, cancellation))
            {
                if (Stopwatch.GetElapsedTime(started) > Patience)
                {
                    throw new TargetException($"The private PostgreSQL server does not start: {LastOfLog()}", isUnreachable: true);
                }

                cancellation.WaitHandle.WaitOne(200);
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    public void Dispose()
    {
        Relieve(_guardian);
        _guardian.Dispose();
        _postmaster?.WaitForExit(Patience);
        _postmaster?.Dispose();
    }

    private static Process Guard(string folder, string socket) => Process.Start(
        new ProcessStartInfo("setsid", ["sh", "-c", GuardianScript, "dbingest-guardian", folder, socket]) { RedirectStandardInput = true, UseShellExecute = false })!;

    private static void Relieve(Process guardian)
    {
        guardian.StandardInput.Close();
        guardian.WaitForExit(Patience);
    }

    private void Initialise()
    {
        // Not synced: the data is thrown away in the end; what a trial writes is synced all the same.
        var (exitCode, output) = _account.Run(
            _binaries.Initdb, "-D", _folder.Data, "-U", Superuser, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync");
        if (exitCode != 0)
        {
            throw new TargetException($"initdb failed: {output.Trim()}", isUnreachable: true);
        }
    }

    private bool Accepts()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(Path.Combine(_folder.Socket, $".s.PGSQL.{Port}")));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private bool TryStart(long started, CancellationToken cancellation)
    {
        _postmaster?.Dispose();
        _postmaster = Process.Start(new ProcessStartInfo(
            "sh",
            [
                "-c", ServerScript, "sh", _folder.Log, .. _account.Prefix, _binaries.Postgres, "-D", _folder.Data,
                "-c", _tcpPort is null ? "listen_addresses=" : "listen_addresses=127.0.0.1",
                "-c", $"unix_socket_directories={_folder.Socket}", "-c", $"port={Port}",
            ]))!;
        using var sessions = new PostgresSessions(Endpoint, TimeSpan.FromSeconds(5), writesByWire: false);
        while (!_postmaster.HasExited)
        {
            try
            {
                sessions.Open().Dispose();
                return true;
            }
            catch (TargetException) when (Stopwatch.GetElapsedTime(started) < Patience)
            {
                cancellation.WaitHandle.WaitOne(20);
                cancellation.ThrowIfCancellationRequested();
            }
        }

        return false;
    }

    private string LastOfLog()
    {
        try
        {
            return string.Join(" | ", File.ReadLines(_folder.Log).TakeLast(3));
        }
        catch (IOException)
        {
            return "it left no log.";
        }
    }
}
