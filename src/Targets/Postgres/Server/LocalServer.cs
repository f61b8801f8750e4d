using System.Diagnostics;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// A private server with the stock configuration, reachable by a Unix socket only that no other account can open.
/// </summary>
internal sealed class LocalServer : IDisposable
{
    private const string Superuser = "postgres";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>The immediate shutdown, which releases shared memory: nothing of the data is needed any more.</summary>
    private const string EndSignal = "QUIT";

    private readonly Lock _gate = new();
    private readonly PostgresBinaries _binaries;
    private readonly ServerAccount _account;
    private readonly ServerFolder _folder;
    private readonly Guardian _guardian;
    private readonly int? _tcpPort;
    private readonly ServerProcess _postmaster;

    private LocalServer(PostgresBinaries binaries, ServerAccount account, ServerFolder folder, int? tcpPort, ServerLimits? limits,
        PostgresStore? store, int? connections)
    {
        _tcpPort = tcpPort;
        _binaries = binaries;
        _account = account;
        _folder = folder;
        _guardian = new Guardian(folder.Root, EndSignal, folder.Socket);
        _postmaster = new ServerProcess(
            folder.Root,
            Path.GetFileName(folder.Log),
            [
                .. account.Prefix,
                    .. PostgresCommand.Server(binaries.Postgres, folder.Data, tcpPort is null ? string.Empty
                    : "127.0.0.1", folder.Socket, Port,
                    [.. store?.ServerSettings(folder.Socket) ?? [], .. PostgresCommand.Sessions(connections)]),
            ],
            limits);
        Endpoint = PostgresEndpoint.Parse($"Host={folder.Socket};Port={Port};Username={Superuser};Database=postgres",
            password: null);
    }

    public PostgresEndpoint Endpoint { get; }

    public string Folder => _folder.Root;

    public bool IsRunning => _postmaster.IsRunning;

    /// <summary>What it may take and what holds it to that; null for no limit.</summary>
    public string? Limits => _postmaster.Limits;

    private int Port => _tcpPort ?? 5432;

    /// <summary>Makes and starts a server, after clearing away what was left behind by others.</summary>
    /// <param name="workFolder">Where its files go.</param>
    /// <param name="tcpPort">A port of the loopback interface to listen on as well; null for the Unix socket only.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <param name="limits">What it may take at most; null for no limit.</param>
    /// <param name="store">What its tables will be; null for its own.</param>
    /// <param name="connections">How many writers connect at once; null for no more than it lets in as shipped.</param>
    /// <returns>The server, accepting connections.</returns>
    /// <exception cref="TargetException">It cannot be made or does not start.</exception>
    public static LocalServer Start(string workFolder, int? tcpPort, Action<string> say, CancellationToken cancellation,
        ServerLimits? limits = null, PostgresStore? store = null, int? connections = null)
    {
        var binaries = PostgresBinaries.Find();
        binaries.Require(store?.Extension);
        var account = ServerAccount.Choose();
        foreach (string leftover in ServerFolder.Leftovers(workFolder))
        {
            new Guardian(leftover, EndSignal).Dispose();
        }

        say($"Starting a private server of {binaries.Version()} from {binaries.Folder}.");
        var server = new LocalServer(binaries, account, ServerFolder.Make(workFolder, account), tcpPort, limits, store,
            connections);
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
            // A server that was just killed may not be known to have ended yet: one that refuses connections is given the time
            // for it.
            if (_postmaster.IsRunning && (Accepts() || !_postmaster.WaitForExit(TimeSpan.FromSeconds(5))))
            {
                return;
            }

            // After a crash, processes of the dead server may hold on to its memory for a moment: the new one then refuses to
            // start.
            long started = Stopwatch.GetTimestamp();
            while (!TryStart(started, cancellation))
            {
                if (Stopwatch.GetElapsedTime(started) > Patience)
                {
                    throw new TargetException($"The private PostgreSQL server does not start: {ServerProcess.Tail(_folder.Log)}",
                        isUnreachable: true);
                }

                cancellation.WaitHandle.WaitOne(200);
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    public void Dispose()
    {
        _guardian.Dispose();
        _postmaster.WaitForExit(Patience);
        _postmaster.Dispose();
    }

    private void Initialise()
    {
        // Not synced: the data is thrown away in the end; what a trial writes is synced all the same.
        var (exitCode, output) =
            _account.Run([.. PostgresCommand.Initdb(_binaries.Initdb, _folder.Data, Superuser, "trust"), "--no-sync"]);
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
        _postmaster.Start();
        using var sessions = new PostgresSessions(Endpoint, TimeSpan.FromSeconds(5));
        while (_postmaster.IsRunning)
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
}
