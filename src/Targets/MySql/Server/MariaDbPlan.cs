using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql.Server;

/// <summary>
/// Plans a private MariaDB server with the vendor's defaults. <see cref="MySqlFamilyDefinition"/> makes it, and
/// <see cref="PrivateServer"/> starts it. The server reads no option file. It requires no password, so clients must reach it only
/// through a Unix socket in a folder closed to other accounts, or in the run's private network. If the server's folder cannot
/// hold its socket or its temporary files because of its path, <see cref="Layout"/> creates a folder under /tmp for them, which
/// is removed with the server.
/// </summary>
/// <param name="Home">The programs.</param>
/// <param name="FlushAtCommit">Value of <c>innodb_flush_log_at_trx_commit</c>, which is the durability level.</param>
/// <param name="BufferPoolMb">Value of <c>innodb_buffer_pool_size</c> in MiB. Null for the server's default.</param>
/// <param name="Connections">Largest number of connections at once. Null if unknown.</param>
/// <param name="Further">
/// Further options, separated by spaces, by which tests let it listen on the network. Null for none.
/// </param>
/// <param name="WorkFolder">The folder in which the server's folder is made.</param>
/// <param name="Limits">Resource limits of the server. Null for none.</param>
internal sealed record MariaDbPlan(
    MariaDbHome Home, string FlushAtCommit, int? BufferPoolMb, int? Connections, string? Further, string WorkFolder,
        ServerLimits? Limits) : PrivateServerPlan(
    "mariadb",
    "MariaDB",
    Home.Server,
    BufferPoolMb is { } mb ? string.Create(CultureInfo.InvariantCulture, $"tuned: innodb_buffer_pool_size={mb}M")
        : TargetDescription.ShippedConfiguration,
    MemoryMb: null,
    WorkFolder,
    Limits)
{
    /// <summary>The vendor's default for <c>max_connections</c>.</summary>
    private const int ShippedSessions = 151;

    /// <summary>Sessions of the product in addition to those of writers.</summary>
    private const int FurtherSessions = 20;

    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;

    // Without this option the server refuses to run as root. Other accounts cannot reach its socket.
    private static string[] AsRoot => Environment.IsPrivilegedProcess ? [MariaDbCommand.AsRoot] : [];

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        string data = Path.Combine(folder, "data");
        string socket = Socket(folder);
        string temporary = folder.Contains(':', StringComparison.Ordinal) ? Apart(folder) : folder;
        bool isApart = temporary != folder || Path.GetDirectoryName(socket) != folder;
        if (isApart)
        {
            PrivateFolder.Make(Apart(folder));
        }

        int port = free.Take(IPAddress.Loopback);
        string[] further = Network is not null ? MariaDbCommand.AtAddress(ListenAddress, port)
            : Further?.Split(' ') ?? ["--skip-networking"];
        return new([new PlannedNode(new(Database, string.Empty, folder),
            [.. MariaDbCommand.Server(Home.Server, folder, data, socket, temporary), .. further, .. AsRoot, .. Options])
        {
            Listens = Network is null ? [] : [(ListenAddress, port)],
            Initialise =
            [
                new([.. MariaDbCommand.Install(Home.Install, temporary, data), .. AsRoot]),
                .. Network is { } network
                    ? [new([Home.Server, .. MariaDbCommand.Bootstrap(temporary, data), .. AsRoot], () => Admit(network))]
                    : Array.Empty<PlannedStep>(),
            ],
        }])
        {
            FurtherFolders = isApart ? [Apart(folder)] : [],
        };
    }

    /// <inheritdoc/>
    protected override EndPoint Server(PlannedNode node) => Network is not null ? base.Server(node)
        : new UnixDomainSocketEndPoint(Socket(node.Place.Folder));

    /// <summary>
    /// SQL that lets root log in without a password from this machine's address in the private network. No other machine has that
    /// address.
    /// </summary>
    private static string Admit(PrivateNetwork network) => $"FLUSH PRIVILEGES;\nCREATE USER 'root'@'{network.Client}';\n"
        + $"GRANT ALL PRIVILEGES ON *.* TO 'root'@'{network.Client}' WITH GRANT OPTION;\n";

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        try
        {
            MySqlConnection.Open(new() { Server = Server(node), User = "root", ConnectTimeout = ServerTimeouts.Ready }).Close();
        }
        catch (MySqlServerException)
        {
            // A refused login is an answer too. Tests change the users.
        }
    }

    /// <summary>
    /// Path of the socket: in the server's folder, or in the separate folder if the path would be too long or has a question
    /// mark.
    /// </summary>
    private static string Socket(string folder)
    {
        string socket = Path.Combine(folder, "socket");

        // In the endpoint by which the driver and source processes connect, options begin after a question mark.
        bool fits = Encoding.UTF8.GetByteCount(socket) <= MaxSocketPathBytes && !socket.Contains('?', StringComparison.Ordinal);
        return fits ? socket : Path.Combine(Apart(folder), "socket");
    }

    /// <summary>The separate folder under /tmp, whose name derives from that of the server.</summary>
    private static string Apart(string folder) => $"/tmp/dbingest-socket-{folder[^8..]}";

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
