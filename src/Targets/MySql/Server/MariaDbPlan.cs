using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// A MariaDB server of the run with its own defaults (no option file is read). Clients reach it by a Unix socket in a folder that
/// no other account can enter.
/// </summary>
/// <param name="Home">The programs.</param>
/// <param name="FlushAtCommit">Its <c>innodb_flush_log_at_trx_commit</c>, which is the durability.</param>
/// <param name="BufferPoolMb">Its <c>innodb_buffer_pool_size</c> in MiB; null for the server's default.</param>
/// <param name="Connections">How many writers connect at once; null where that is not known.</param>
/// <param name="Further">Options beside, with spaces between them, by which it may listen on the network; null for none.</param>
/// <param name="WorkFolder">The folder that the server's own folder is made in.</param>
/// <param name="Limits">What it may take at most; null for no limit.</param>
internal sealed record MariaDbPlan(
    MariaDbHome Home, string FlushAtCommit, int? BufferPoolMb, int? Connections, string? Further, string WorkFolder,
        ServerLimits? Limits) : OwnServerPlan(
    "mariadb",
    "MariaDB",
    Home.Server,
    BufferPoolMb is { } mb ? string.Create(CultureInfo.InvariantCulture, $"tuned: innodb_buffer_pool_size={mb}M")
        : TargetDescription.ShippedConfiguration,
    MemoryMb: null,
    WorkFolder,
    Limits)
{
    /// <summary>Sessions that the server lets in as shipped.</summary>
    private const int ShippedSessions = 151;

    /// <summary>Sessions of the product beside those of writers.</summary>
    private const int FurtherSessions = 20;

    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;

    // The server refuses to run as root unless it is told so. Nobody else gets to its socket.
    private static string[] AsRoot => Environment.IsPrivilegedProcess ? [MariaDbCommand.AsRoot] : [];

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        string data = Path.Combine(folder, "data");
        string socket = Socket(folder);
        bool isApart = Path.GetDirectoryName(socket) != folder;
        if (isApart)
        {
            PrivateFolder.Make(Path.GetDirectoryName(socket)!);
        }

        string[] further = Further?.Split(' ') ?? ["--skip-networking"];
        return new([new PlannedNode(new(Database, string.Empty, folder),
            [.. MariaDbCommand.Server(Home.Server, folder, data, socket), .. further, .. AsRoot, .. Options])
        {
            Listens = [],
            Initialise = [new([Home.Install, .. MariaDbCommand.Install(data), .. AsRoot])],
        }])
        {
            FurtherFolders = isApart ? [Path.GetDirectoryName(socket)!] : [],
        };
    }

    /// <inheritdoc/>
    protected override EndPoint Server(PlannedNode node) => new UnixDomainSocketEndPoint(Socket(node.Place.Folder));

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        try
        {
            MySqlConnection.Open(new() { Server = Server(node), User = "root", ConnectTimeout = ServerTimeouts.Ready }).Close();
        }
        catch (MySqlServerException)
        {
            // It answers, whatever a test has done to its users.
        }
    }

    /// <summary>
    /// The socket: in the server's folder, or, where its path would be too long, in one of its own whose name follows from the
    /// folder's.
    /// </summary>
    private static string Socket(string folder)
    {
        string socket = Path.Combine(folder, "socket");
        return Encoding.UTF8.GetByteCount(socket) <= MaxSocketPathBytes ? socket
            : Path.Combine("/tmp", $"dbingest-socket-{folder[^8..]}", "socket");
    }

    private IEnumerable<string> Options =>
    [
        $"--innodb-flush-log-at-trx-commit={FlushAtCommit}",
        .. BufferPoolMb is { } mb ? [string.Create(CultureInfo.InvariantCulture, $"--innodb-buffer-pool-size={mb}M")]
            : Array.Empty<string>(),
        .. Connections + FurtherSessions > ShippedSessions
            ? [string.Create(CultureInfo.InvariantCulture, $"--max-connections={Connections + FurtherSessions}")]
            : Array.Empty<string>(),
    ];
}
