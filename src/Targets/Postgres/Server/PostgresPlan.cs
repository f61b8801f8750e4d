using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Postgres.Stores;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// Plans a private PostgreSQL server with the vendor's configuration, reachable only through a Unix socket that no other
/// account can open, or at an address of its own network, which this machine alone reaches. <see cref="PostgresDefinition"/>
/// makes it, and <see cref="PrivateServer"/> starts it. The server requires no password, so no other machine may reach it.
/// </summary>
/// <param name="Binaries">The installation.</param>
/// <param name="Extension">The extension that creates its tables. Null for PostgreSQL's own tables.</param>
/// <param name="Connections">Number of writers that connect at once. Null for no more than the server accepts by default.</param>
/// <param name="WorkFolder">Parent of the server's folder.</param>
/// <param name="Limits">Resource limits. Null for none.</param>
internal sealed record PostgresPlan(PostgresBinaries Binaries, string? Extension, int? Connections, string WorkFolder,
    ServerLimits? Limits)
    : PrivateServerPlan("postgres", "PostgreSQL", $"{Binaries.Version()} in {Binaries.Folder}",
        TargetDescription.ShippedConfiguration, MemoryMb: null, WorkFolder, Limits)
{
    /// <summary>Port of a server that listens at no network address: a part of its socket's name.</summary>
    public const int Port = 5432;

    // sockaddr_un.sun_path holds 108 bytes including the final zero.
    private const int MaxSocketPathBytes = 107;

    /// <inheritdoc/>
    public override ServerHome? NamedBy =>
        HomeFolder.Value(PostgresBinaries.Variable) is null ? null : new(PostgresBinaries.Variable, Folder: null);

    /// <inheritdoc/>
    public override IReadOnlyList<LogSign> Signs =>
    [
        new(ServerStart.OutputLog, "LOG:  checkpoint starting", "checkpoint began"),
        new(ServerStart.OutputLog, "LOG:  checkpoint complete", "checkpoint ended"),
        new(ServerStart.OutputLog, "LOG:  automatic ", "vacuum or analysis ended"),
    ];

    /// <inheritdoc/>
    public override string Announcement => $"Starting a private server of {Program}.";

    /// <summary>Immediate shutdown, which releases shared memory and abandons the data.</summary>
    public override string EndSignal => "QUIT";

    /// <summary>Fast shutdown. TERM would wait until all clients have left.</summary>
    public override string StopSignal => "INT";

    /// <summary>
    /// After a crash, processes of the dead server may hold its memory for a moment, and a new server then refuses to start.
    /// </summary>
    public override TimeSpan StartRetry => ServerTimeouts.Released;

    /// <inheritdoc/>
    public override string MakeFolder() =>
        PostgresAccount.MakeFolder(WorkFolder, parent => PrivateServer.MakeFolder(parent, Database, EndSignal));

    /// <inheritdoc/>
    public override ServerPlan Layout(string folder, FreePorts free)
    {
        string data = Path.Combine(folder, "data");
        string socket = Path.GetDirectoryName(Socket(folder, Port))!;
        bool isApart = socket != data;
        var account = PostgresAccount.Prefix(folder);
        return new([new PlannedNode(new(Database, string.Empty, folder),
            [
                .. account,
                .. PostgresCommand.Server(Binaries.Postgres, data, Network is null ? string.Empty : ListenAddress, socket, Port,
                    [.. PostgresStore.ServerSettings(Extension, socket), .. PostgresCommand.Sessions(Connections)]),
            ])
        {
            Listens = [(Network is null ? socket : ListenAddress, Port)],
            Initialise =
            [
                .. isApart ? [new([.. account, "mkdir", "-p", "-m", "700", socket])] : Array.Empty<PlannedStep>(),

                // initdb does not sync, since the data is deleted with the run. The server syncs what a trial writes.
                new([.. account, .. PostgresCommand.Initdb(Binaries.Initdb, data, PostgresEndpoint.Superuser, "trust"),
                    "--no-sync"]),
                .. Network is { } network ? [Admit(network, data)] : Array.Empty<PlannedStep>(),
            ],
        }])
        {
            FurtherFolders = isApart ? [socket] : [],
        };
    }

    /// <inheritdoc/>
    protected override EndPoint Server(PlannedNode node) => Network is not null ? base.Server(node)
        : new UnixDomainSocketEndPoint(Socket(node.Place.Folder, node.Listens[0].Port));

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        using var sessions = new PostgresSessions(
            PostgresEndpoint.Parse(PostgresEndpoint.AtPrivate(Server(node)), password: null), ServerTimeouts.Ready);
        sessions.Open().Dispose();
    }

    /// <summary>
    /// Adds this machine's address in the private network to pg_hba.conf, in which initdb lists loopback addresses only.
    /// </summary>
    private static PlannedStep Admit(PrivateNetwork network, string data) => new(
        ["sh", "-c", "echo \"host all all $1/32 trust\" >>\"$2\"", "sh", network.Client.ToString(),
            Path.Combine(data, "pg_hba.conf")]);

    /// <summary>
    /// Folder of the socket: the data folder or, if its path is too long or has a comma, a folder with a name derived from the
    /// server's.
    /// </summary>
    private static string Socket(string folder, int port)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $".s.PGSQL.{port}");
        string socket = Path.Combine(folder, "data", name);

        // The server and Npgsql take a comma for the end of one folder or host.
        bool fits = Encoding.UTF8.GetByteCount(socket) <= MaxSocketPathBytes && !socket.Contains(',', StringComparison.Ordinal);
        return fits ? socket : Path.Combine("/tmp", $"dbingest-socket-{folder[^8..]}", name);
    }
}
