using System.ComponentModel;
using System.Diagnostics;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// A private MariaDB server with its own defaults (no option file is read), reachable by a Unix socket only, in a folder that no other account can enter.
/// </summary>
internal sealed class MySqlPrivateServer : IDisposable
{
    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly Lock _gate = new();
    private readonly string _folder;
    private readonly string _socketFolder;
    private readonly Guardian _guardian;
    private readonly ServerProcess _process;

    private MySqlPrivateServer(MySqlPrivateConfiguration configuration, string folder, IReadOnlyList<string> furtherOptions)
    {
        Configuration = configuration;
        _folder = folder;
        _socketFolder = SocketFolder(folder);
        Socket = new UnixDomainSocketEndPoint(Path.Combine(_socketFolder, "socket"));
        _guardian = new Guardian(folder, Guardian.AtOnce, _socketFolder);
        _process = new ServerProcess(
            folder,
            "log",
            [
                .. MariaDbCommand.Server(configuration.Home.Server, folder, Data, Socket.ToString()),
                .. furtherOptions.Count == 0 ? ["--skip-networking"] : furtherOptions, .. AsRoot, .. configuration.Options,
            ],
            configuration.Limits);
    }

    public MySqlPrivateConfiguration Configuration { get; }

    public UnixDomainSocketEndPoint Socket { get; }

    /// <summary>Its folder, with the data in it.</summary>
    public string Folder => _folder;

    public string Data => Path.Combine(_folder, "data");

    public int? ProcessId => _process.Id;

    /// <summary>What it may take and what holds it to that; null for no limit.</summary>
    public string? Limits => _process.Limits;

    // The server refuses to run as root unless it is told so. Nobody else gets to its socket.
    private static string[] AsRoot => Environment.IsPrivilegedProcess ? [MariaDbCommand.AsRoot] : [];

    /// <summary>Makes and starts a server, after clearing away what was left behind by others.</summary>
    /// <param name="configuration">What it is to be.</param>
    /// <param name="say">Is told that it is started.</param>
    /// <param name="cancellation">Ends the start early.</param>
    /// <param name="furtherOptions">Options beside; where there are some, it may listen on the network as they say.</param>
    /// <returns>The server, taking connections.</returns>
    /// <exception cref="TargetException">It cannot be made or does not start.</exception>
    public static MySqlPrivateServer Start(MySqlPrivateConfiguration configuration, Action<string> say, CancellationToken cancellation, params IReadOnlyList<string> furtherOptions)
    {
        string folder = OwnServer.MakeFolder(configuration.WorkFolder, "mariadb");
        say($"Starting a private server of MariaDB from {configuration.Home.Server}.");
        var server = new MySqlPrivateServer(configuration, folder, furtherOptions);
        try
        {
            server.EnsureRunning(cancellation);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>Starts the server, again and with its data when it died, with a new data folder where that is lost.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public void EnsureRunning(CancellationToken cancellation)
    {
        lock (_gate)
        {
            // A server that was just killed may not be known to have ended yet: one that refuses connections is given the time for it.
            if (_process.IsRunning && (Accepts() || !_process.WaitForExit(TimeSpan.FromSeconds(5))))
            {
                return;
            }

            if (!File.Exists(Path.Combine(Data, "ibdata1")))
            {
                Initialise(cancellation);
            }

            _process.Start();
            for (long started = Stopwatch.GetTimestamp(); !Accepts();)
            {
                if (!_process.IsRunning || Stopwatch.GetElapsedTime(started) > Patience)
                {
                    throw new TargetException($"The private MariaDB server does not start: {ServerProcess.Tail(Path.Combine(_folder, "log"))}", isUnreachable: true);
                }

                cancellation.WaitHandle.WaitOne(50);
                cancellation.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>Starts the server anew without the data that it has: on a full disk a table can mostly not even be dropped.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    public void Renew(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        lock (_gate)
        {
            _process.Kill();
            Directory.Delete(Data, recursive: true);
            EnsureRunning(cancellation);
        }
    }

    public void Dispose()
    {
        _guardian.Dispose();
        _process.WaitForExit(Patience);
        _process.Dispose();
    }

    private static string SocketFolder(string folder)
    {
        if (Encoding.UTF8.GetByteCount(Path.Combine(folder, "socket")) <= MaxSocketPathBytes)
        {
            return folder;
        }

        string other = Path.Combine("/tmp", "dbingest-socket-" + Guid.NewGuid().ToString("N")[..8]);
        PrivateFolder.Make(other);
        return other;
    }

    private void Initialise(CancellationToken cancellation)
    {
        if (Directory.Exists(Data))
        {
            Directory.Delete(Data, recursive: true);
            Leftovers.Claim(_folder);
        }

        string[] command = [.. MariaDbCommand.Install(Data), .. AsRoot];
        try
        {
            using var process = Process.Start(new ProcessStartInfo(Configuration.Home.Install, command) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false })!;
            using var ending = cancellation.Register(() => process.Kill(entireProcessTree: true));
            var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            string errors = process.StandardError.ReadToEnd();
            process.WaitForExit();
            cancellation.ThrowIfCancellationRequested();
            if (process.ExitCode != 0)
            {
                throw new TargetException($"mariadb-install-db failed: {(errors + output.GetAwaiter().GetResult()).Trim()}", isUnreachable: true);
            }
        }
        catch (Win32Exception e)
        {
            throw new TargetException($"{Configuration.Home.Install} cannot be started: {e.Message}", e, isUnreachable: true);
        }
    }

    private bool Accepts()
    {
        try
        {
            MySqlConnection.Open(new() { Server = Socket, User = "root", ConnectTimeout = TimeSpan.FromSeconds(5) }).Close();
            return true;
        }
        catch (MySqlServerException)
        {
            // It answers, whatever a test has done to its users.
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
