using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Postgres.Server;

/// <summary>A PostgreSQL server: one node, with the vendor's configuration but for what the order says.</summary>
internal sealed class PostgresRecipe : ServerRecipe
{
    private const string DefaultUser = "postgres";
    private const string Data = "data";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    // PostgreSQL refuses to run as root: then it runs as postgres, or as nobody. The account owns its data and nothing else: the
    // folder around them stays root's, so that it can put no link where root writes or changes an owner.
    private const string AsAccount = """
        folder=$1; shift
        if [ "$(id -u)" = 0 ]; then
          account=postgres; id -u postgres >/dev/null 2>&1 || account=nobody
          group=$(id -g $account)
          chmod 711 "$folder" && { [ -d "$folder/data" ] || mkdir -m 700 "$folder/data"; } && chown -h "$account" "$folder/data" || exit 1
          if [ -d "$folder/certs" ]; then chmod 711 "$folder/certs"; fi
          if [ -e "$folder/certs/node.key" ]; then chgrp -h "$group" "$folder/certs/node.key" && chmod 640 "$folder/certs/node.key" || exit 1; fi
          set -- setpriv --reuid="$(id -u $account)" --regid="$group" --clear-groups "$@"
        fi
        exec "$@"
        """;

    // The password comes by standard input and is in no file. The pipe is the account's, which could not open root's.
    private const string WithPassword = "cat | \"$@\" --pwfile=/dev/stdin";

    /// <inheritdoc/>
    public override string Database => "postgres";

    /// <inheritdoc/>
    public override int DefaultPort => 5432;

    /// <inheritdoc/>
    public override bool TakesCredentials => true;

    /// <inheritdoc/>
    public override bool TakesTls => true;

    /// <summary>Fast: TERM would wait for clients to leave.</summary>
    public override string EndSignal => "INT";

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("shared_buffers", "memory for its own cache of pages"),
        EndpointOption.Size("max_wal_size", "log between two checkpoints"),
        EndpointOption.Number("max_connections", 10, 10_000, "sessions at once"),
        EndpointOption.Word("wal_compression", "of pages in the log", "off", "on", "pglz", "lz4", "zstd"));

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) => order.User is null
        && !order.Nodes.All(node => OwnMachine.IsLoopback(node.Address))
        ? "without credentials everybody who reaches the server is let in; name some, or an address of this machine alone"
        : null;

    /// <inheritdoc/>
    public override string FindHome(string? named) => named ?? PostgresBinaries.Find().Folder;

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))]);

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        $"postgresql://{order.User ?? DefaultUser}@{Hosts(nodes, order.Port)}/postgres"
        + (order.IsEncrypted ? Options(("sslmode", "verify-full"), ("sslrootcert", order.Authority)) : string.Empty);

    /// <inheritdoc/>
    public override void Mark(ServerOrder order, string mark) =>
        At(order, order.Nodes[0], "marking the server", connection => Run(connection, $"CREATE SCHEMA IF NOT EXISTS {mark}")
            .ExecuteNonQuery());

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) => At(
        order, node, "looking for the deployment's mark",
            connection => Run(connection, $"SELECT 1 FROM pg_namespace WHERE nspname = '{mark}'").ExecuteScalar() is not null);

    private T At<T>(ServerOrder order, ServerPlace node, string verb, Func<NpgsqlConnection, T> work)
    {
        using var sessions = new PostgresSessions(PostgresEndpoint.Parse(Endpoint(order, [node]), order.Password), Patience);
        return sessions.Run(verb, work);
    }

    private static NpgsqlCommand Run(NpgsqlConnection connection, string sql) => new(sql, connection);

    private static PlannedNode Node(ServerOrder order, ServerPlace node)
    {
        string data = Path.Combine(node.Folder, Data);
        string Program(string name) => Path.Combine(order.Home, name);
        string[] account = ["sh", "-c", AsAccount, "sh", node.Folder];
        var initdb = PostgresCommand.Initdb(Program("initdb"), data, order.User ?? DefaultUser, order.User is null ? "trust"
            : "scram-sha-256");
        (string, string)[] encrypted =
        [
            ("ssl", "on"), ("ssl_cert_file", Path.Combine(node.Folder, ServerFiles.Certificate)),
                ("ssl_key_file", Path.Combine(node.Folder, ServerFiles.Key)),
        ];
        return new PlannedNode(
            node,
            [
                .. account,
                .. PostgresCommand.Server(
                    Program("postgres"), data, node.Address, data, order.Port,
                    [("hba_file", Path.Combine(node.Folder, "pg_hba.conf")), .. order.IsEncrypted ? encrypted
                        : Array.Empty<(string, string)>(), .. order.Settings.Given.Select(s => (s.Key, Value(s.Value)))]),
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

    /// <summary>Who may connect from where. Without credentials, whoever reaches an address of this machine alone.</summary>
    private static string HostAccess(ServerOrder order)
    {
        string method = order.User is null ? "trust" : "scram-sha-256";
        return $"local all all {method}\n{(order.IsEncrypted ? "hostssl" : "host")} all all "
            + $"{(order.User is null ? "127.0.0.0/8" : "all")} {method}\n";
    }

    /// <summary>PostgreSQL writes sizes with two letters.</summary>
    private static string Value(string value) => value.Length > 1 && char.IsAsciiDigit(value[0]) && value[^1] is 'M' or 'G'
        ? value + "B" : value;
}
