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
/// A PostgreSQL server of the run with the stock configuration, reachable by a Unix socket only that no other account can open.
/// </summary>
/// <param name="Binaries">The programs.</param>
/// <param name="Extension">The extension that makes its tables; null for tables of PostgreSQL's own.</param>
/// <param name="Connections">How many writers connect at once; null for no more than it lets in as shipped.</param>
/// <param name="WorkFolder">The folder that the server's own folder is made in.</param>
/// <param name="Limits">What it may take at most; null for no limit.</param>
internal sealed record PostgresPlan(PostgresBinaries Binaries, string? Extension, int? Connections, string WorkFolder,
    ServerLimits? Limits)
    : PrivateServerPlan("postgres", "PostgreSQL", $"{Binaries.Version()} in {Binaries.Folder}",
        TargetDescription.ShippedConfiguration, MemoryMb: null, WorkFolder, Limits)
{
    /// <summary>The port of a server that listens on no network: a part of its socket's name.</summary>
    public const int Port = 5432;

    // sockaddr_un.sun_path holds 108 bytes with the final zero.
    private const int MaxSocketPathBytes = 107;

    /// <inheritdoc/>
    public override ServerHome? NamedBy =>
        HomeFolder.Value(PostgresBinaries.Variable) is null ? null : new(PostgresBinaries.Variable, Folder: null);

    /// <inheritdoc/>
    public override string Announcement => $"Starting a private server of {Program}.";

    /// <summary>The immediate shutdown, which releases shared memory: nothing of the data is needed any more.</summary>
    public override string EndSignal => "QUIT";

    /// <summary>
    /// After a crash, processes of the dead server may hold on to its memory for a moment, and the new one refuses to start.
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
                .. PostgresCommand.Server(Binaries.Postgres, data, addresses: string.Empty, socket, Port,
                    [.. PostgresStore.ServerSettings(Extension, socket), .. PostgresCommand.Sessions(Connections)]),
            ])
        {
            Listens = [(socket, Port)],
            Initialise =
            [
                .. isApart ? [new([.. account, "mkdir", "-p", "-m", "700", socket])] : Array.Empty<PlannedStep>(),

                // Not synced: the data is thrown away in the end; what a trial writes is synced all the same.
                new([.. account, .. PostgresCommand.Initdb(Binaries.Initdb, data, PostgresEndpoint.Superuser, "trust"),
                    "--no-sync"]),
            ],
        }])
        {
            FurtherFolders = isApart ? [socket] : [],
        };
    }

    /// <inheritdoc/>
    protected override EndPoint Server(PlannedNode node) =>
        new UnixDomainSocketEndPoint(Socket(node.Place.Folder, node.Listens[0].Port));

    /// <inheritdoc/>
    protected override void Ask(PlannedNode node)
    {
        using var sessions = new PostgresSessions(PostgresEndpoint.Parse(PostgresEndpoint.AtSocket(Server(node)), password: null),
            ServerTimeouts.Ready);
        sessions.Open().Dispose();
    }

    /// <summary>
    /// The socket: in the data folder, which is its account's, or, where its path would be too long, in a folder whose name
    /// follows from the server's.
    /// </summary>
    private static string Socket(string folder, int port)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $".s.PGSQL.{port}");
        string socket = Path.Combine(folder, "data", name);
        return Encoding.UTF8.GetByteCount(socket) <= MaxSocketPathBytes ? socket
            : Path.Combine("/tmp", $"dbingest-socket-{folder[^8..]}", name);
    }
}
