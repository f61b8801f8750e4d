using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using Npgsql;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>
/// Says how one PostgreSQL server is created, started and reached: with the vendor's configuration and the settings of the order.
/// It starts nothing. Only <see cref="Mark"/> and <see cref="Carries"/> contact the server. <c>ProcessProvider</c> starts nodes
/// by it, and <c>ComposeProvider</c> marks containers by it. The password must never enter a file or a command line.
/// </summary>
internal sealed class PostgresRecipe : ServerRecipe
{
    private const string DefaultUser = "postgres";
    private const string Data = "data";
    // initdb reads the password from standard input, so that no file contains it. The server's account may not open the standard
    // input of another account by its path, so cat passes the password on through a pipe of the server's account.
    private const string WithPassword = "cat | \"$@\" --pwfile=/dev/stdin";

    /// <inheritdoc/>
    public override string Database => "postgres";

    /// <inheritdoc/>
    public override int DefaultPort => 5432;

    /// <inheritdoc/>
    public override bool TakesCredentials => true;

    /// <inheritdoc/>
    public override bool TakesTls => true;

    /// <summary>Fast shutdown. TERM would wait for clients to leave.</summary>
    public override string EndSignal => "INT";

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("shared_buffers", "memory for its own cache of pages"),
        EndpointOption.Size("max_wal_size", "log between two checkpoints"),
        EndpointOption.Number("max_connections", 10, 10_000, "sessions at once"),
        EndpointOption.Word("wal_compression", "of pages in the log", "off", "on", "pglz", "lz4", "zstd"));

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.User is null
        && !order.Nodes.All(node => ThisMachine.IsLoopback(node.Address))
        ? "without credentials the server accepts everyone who reaches it; give some, or an address of this machine alone"
        : null;

    /// <inheritdoc/>
    public override string FindHome(string? named) =>
        named is null ? PostgresBinaries.Find().Folder : Path.GetFullPath(named);

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))]);

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        $"postgresql://{order.User ?? DefaultUser}@{Hosts(nodes, order.Port)}/postgres"
        + (order.IsEncrypted ? Options(("sslmode", "verify-full"), ("sslrootcert", order.Authority)) : string.Empty);

    /// <inheritdoc/>
    public override void Mark(ServerOrder order, string mark) =>
        At(order, order.Nodes[0], "The server cannot be marked", connection => Run(connection,
            $"CREATE SCHEMA IF NOT EXISTS {mark}").ExecuteNonQuery());

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) => At(
        order, node, "The deployment's mark cannot be looked for",
            connection => Run(connection, $"SELECT 1 FROM pg_namespace WHERE nspname = '{mark}'").ExecuteScalar() is not null);

    private T At<T>(ServerOrder order, ServerPlace node, string what, Func<NpgsqlConnection, T> work)
    {
        var endpoint = PostgresEndpoint.Parse(Endpoint(order, [node]), order.Password);
        using var sessions = new PostgresSessions(endpoint, ServerTimeouts.Deployed);
        try
        {
            return sessions.Run(work);
        }
        catch (WireException error)
        {
            throw PostgresErrors.OfTarget($"{what} ({endpoint.Address})", error);
        }
    }

    private static NpgsqlCommand Run(NpgsqlConnection connection, string sql) => new(sql, connection);

    private static PlannedNode Node(ServerOrder order, ServerPlace node)
    {
        string data = Path.Combine(node.Folder, Data);
        string Program(string name) => Path.Combine(order.Home, name);
        var account = PostgresAccount.Prefix(node.Folder);
        var initdb = PostgresCommand.Initdb(Program("initdb"), data, order.User ?? DefaultUser, order.User is null ? "trust"
            : "scram-sha-256");
        (string, string)[] encrypted =
        [
            ("ssl", "on"), ("ssl_cert_file", Path.Combine(node.Folder, CertificateNames.Certificate)),
                ("ssl_key_file", Path.Combine(node.Folder, CertificateNames.Key)),
        ];
        return new PlannedNode(
            node,
            [
                .. account,

                // The socket is in the data folder, in which the server runs. The full path may be too long for a socket, or
                // have a comma, which separates folders in this setting.
                .. PostgresCommand.Server(
                    Program("postgres"), data, node.Address, ".", order.Port,
                    [("hba_file", Path.Combine(node.Folder, "pg_hba.conf")), .. order.IsEncrypted ? encrypted
                        : Array.Empty<(string, string)>(),
                        .. order.Settings.Given.Select(s => (s.Key, PostgresCommand.Value(s.Key, s.Value)))]),
            ])
        {
            Listens = [(node.Address, order.Port)],
            Files = new Dictionary<string, string>(StringComparer.Ordinal) { ["pg_hba.conf"] = HostAccess(order) },
            Initialise =
            [
                order.Password is { } password
                    ? new([.. account, "sh", "-c", WithPassword, "sh", .. initdb], () => password.Reveal() + "\n")
                    : new([.. account, .. initdb]),
            ],
        };
    }

    /// <summary>
    /// Lines of pg_hba.conf. Without credentials, clients on the server's machine may connect without a password, by its Unix
    /// socket or from a loopback address, and no others may. With credentials, every client needs the password. Over TCP, clients
    /// must use TLS if the order asks for it.
    /// </summary>
    private static string HostAccess(ServerOrder order)
    {
        string method = order.User is null ? "trust" : "scram-sha-256";
        string[] clients = order.User is null ? ["127.0.0.0/8", "::1/128"] : ["all"];
        string connection = order.IsEncrypted ? "hostssl" : "host";
        return string.Concat(clients.Select(addresses => $"{connection} all all {addresses} {method}\n")
            .Prepend($"local all all {method}\n"));
    }
}
