using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Targets.MySql.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Says how one MariaDB server is created, started and reached: with the server's defaults and the settings of the order.
/// <c>ProcessProvider</c> starts nodes by it, and <c>ComposeProvider</c> marks containers by it. The servers read no option file
/// of the machine. The password must never enter a file or a command line.
/// </summary>
internal sealed class MariaDbRecipe : ServerRecipe
{
    private const string DefaultUser = "root";
    private const string Marks = "dbingest";
    private const string WhenRoot = "if [ \"$(id -u)\" = 0 ]; then set -- \"$@\" " + MariaDbCommand.AsRoot + "; fi; exec \"$@\"";

    /// <inheritdoc/>
    public override string Database => "mariadb";

    /// <inheritdoc/>
    public override int DefaultPort => 3306;

    /// <inheritdoc/>
    public override bool TakesCredentials => true;

    /// <inheritdoc/>
    public override bool TakesTls => true;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
        EndpointOption.Size("buffer_pool", "its `innodb_buffer_pool_size`"),
        EndpointOption.Word("flush_at_commit", "its `innodb_flush_log_at_trx_commit`", "0", "1", "2") with { Default = "1" },
        EndpointOption.Number("max_connections", 10, 100_000, "sessions at once"));

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) =>
        order.Nodes.Any(node => node.Folder.Contains(':', StringComparison.Ordinal))
        ? "folder: the server reads a path with a colon as several folders of temporary files; name another folder"
        : order.User is null && !order.Nodes.All(node => ThisMachine.IsLoopback(node.Address))
        ? "without credentials the server accepts no client of another machine; give some, or an address of this machine alone"
        : null;

    /// <inheritdoc/>
    public override string FindHome(string? named) => named is null
        ? Path.GetDirectoryName(Path.GetDirectoryName(MariaDbHome.Find(null).Server)!)! : Path.GetFullPath(named);

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))]);

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        $"{order.User ?? DefaultUser}@{Hosts(nodes, order.Port)}{(order.IsEncrypted ? Options(("ssl_mode", "verify_identity"), ("ssl_ca", order.Authority)) : string.Empty)}";

    /// <summary>
    /// Creates an empty table in the database of the trials: the user that an image creates has rights nowhere else.
    /// </summary>
    public override void Mark(ServerOrder order, string mark) =>
        Ask(order, order.Nodes[0], "The server cannot be marked", connection =>
    {
        connection.Execute($"CREATE DATABASE IF NOT EXISTS {Marks}");
        return connection.Execute($"CREATE TABLE IF NOT EXISTS {Marks}.{mark} (id INT PRIMARY KEY)");
    });

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) => Ask(
        order,
        node,
        "The deployment's mark cannot be looked for",
        connection => connection.Query(
            $"SELECT 1 FROM information_schema.tables WHERE table_schema = '{Marks}' AND table_name = '{mark}'").Count > 0);

    private T Ask<T>(ServerOrder order, ServerPlace node, string what, Func<MySqlConnection, T> work)
    {
        var endpoint = MySqlEndpoint.Parse(MySqlOptions.OfMariaDb, Endpoint(order, [node]));
        try
        {
            using var session = new MySqlSessions(endpoint.Connection(endpoint.Address!, ClientOptions(order))).Open();
            return work(session);
        }
        catch (WireException exception)
        {
            throw MySqlErrors.OfTarget($"{what} ({endpoint.Address})", exception);
        }
    }

    private static PlannedNode Node(ServerOrder order, ServerPlace node)
    {
        string data = Path.Combine(node.Folder, "data");

        // Packages install the server in sbin or libexec, the vendor's archive in bin. The other program is in bin or scripts.
        string[] folders = [.. ((string[])["sbin", "bin", "libexec", "scripts"]).Select(name => $"{order.Home}/{name}")];
        string[] root = ["env", $"PATH={string.Join(':', folders)}:/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-c", WhenRoot, "sh"];
        const string server = "mariadbd";
        return new PlannedNode(
            node,
            [
                .. root, .. MariaDbCommand.Server(server, node.Folder, data, Path.Combine(node.Folder, "socket"),
                    node.Folder),
                .. MariaDbCommand.AtAddress(node.Address, order.Port),
                $"--innodb-flush-log-at-trx-commit={order.Settings.Text("flush_at_commit")}",
                .. order.Settings.Mebibytes("buffer_pool") is { } mb
                    ? [string.Create(CultureInfo.InvariantCulture, $"--innodb-buffer-pool-size={mb}M")] : Array.Empty<string>(),
                .. order.Settings.Number("max_connections") is { } most
                    ? [string.Create(CultureInfo.InvariantCulture, $"--max-connections={most}")] : Array.Empty<string>(),
                .. order.IsEncrypted
                    ? [$"--ssl-cert={Path.Combine(node.Folder, CertificateNames.Certificate)}",
                        $"--ssl-key={Path.Combine(node.Folder, CertificateNames.Key)}"]
                    : Array.Empty<string>(),
            ])
        {
            Listens = [(node.Address, order.Port)],
            Initialise =
            [
                new([.. root, .. MariaDbCommand.Install("mariadb-install-db", node.Folder, data)]),
                new([.. root, server, .. MariaDbCommand.Bootstrap(node.Folder, data)], () => Users(order)),
            ],
        };
    }

    /// <summary>
    /// SQL that creates the one user who connects over the network: with a password from any host, without one from this machine
    /// only. The root user of the socket stays, whose folder is closed to other accounts. With credentials, the root users of the
    /// loopback addresses go, since <c>mariadb-install-db</c> makes them without a password.
    /// </summary>
    private static string Users(ServerOrder order)
    {
        string user = order.User is null ? $"'{DefaultUser}'@'127.0.0.%'" : $"'{order.User}'@'%'";
        string password = order.Password is { } secret
            ? $" IDENTIFIED BY '{secret.Reveal().Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal)}'" : string.Empty;
        string open = order.User is null ? string.Empty : "DROP USER IF EXISTS 'root'@'127.0.0.1', 'root'@'::1';\n";
        return $"FLUSH PRIVILEGES;\n{open}CREATE USER {user}{password}{(order.IsEncrypted ? " REQUIRE SSL" : string.Empty)};\n"
            + $"GRANT ALL PRIVILEGES ON *.* TO {user} WITH GRANT OPTION;\n";
    }
}
