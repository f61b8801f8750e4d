using System.Globalization;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Targets.Servers;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>
/// The recipe of CockroachDB: a single node, or a cluster whose nodes know each other and are initialised once.
/// <c>ProcessProvider</c> starts nodes by it, and <c>ComposeProvider</c> checks the user, marks and compares nodes in containers
/// by it. It starts nothing itself. With certificates, the user root logs in by a certificate and others by password. Without,
/// the server admits everybody, so such nodes are refused outside loopback unless the user insists.
/// </summary>
internal sealed class CockroachRecipe : ServerRecipe
{
    private const string Root = "root";
    // The distance between the vendor's default ports, 26257 for clients and 8080 for the web console.
    private const int HttpBelowSql = 18_177;

    /// <inheritdoc/>
    public override string Database => "cockroach";

    /// <inheritdoc/>
    public override int DefaultPort => 26257;

    /// <inheritdoc/>
    public override int LargestCluster => 100;

    /// <inheritdoc/>
    public override string AbandonSignal => "KILL";

    /// <inheritdoc/>
    public override bool TakesCredentials => true;

    /// <inheritdoc/>
    public override bool TakesTls => true;

    /// <inheritdoc/>
    public override bool NeedsClientCertificate => true;

    /// <inheritdoc/>
    public override EndpointOptions Settings { get; } = new(
    [
        EndpointOption.Size("cache", "memory for blocks of data, of each node") with { Default = "128M" },
        EndpointOption.Size("max_sql_memory", "memory for statements, of each node") with { Default = "128M" },
        EndpointOption.Flag("insecure",
            "accepts everyone who reaches a node; required for nodes on other machines without certificates"),
    ]);

    /// <inheritdoc/>
    public override string? Refusal(ServerOrder order) =>
        order.IsEncrypted && order.Settings.Flag("insecure")
            ? "settings: insecure is for nodes without certificates; leave it out, or tls"
        : !order.IsEncrypted && order.User is not null
            ? "credentials: nodes without certificates ask for no password; write tls too, or leave the credentials out"
        : string.Equals(order.User, Root, StringComparison.OrdinalIgnoreCase)
            ? "credentials: the user root comes with a certificate, and not with a password; name another"
        : order.IsEncrypted || order.Settings.Flag("insecure") || order.Nodes.All(node => ThisMachine.IsLoopback(node.Address))
            ? null
        : "nodes without certificates accept everyone who reaches them; write tls, or settings: insecure: true where the "
            + "network is trusted";

    /// <inheritdoc/>
    public override string FindHome(string? named) =>
        Path.GetDirectoryName(CockroachHome.Find(named))
        ?? throw new TargetException(
            $"There is no CockroachDB to start: there is no program cockroach {CockroachHome.Places(named)}. Unpack the "
            + $"vendor's archive and name its folder by home, or put the program on the PATH.",
            isUnreachable: true);

    /// <inheritdoc/>
    public override ServerPlan Plan(ServerOrder order) => new([.. order.Nodes.Select(node => Node(order, node))])
    {
        Form = order.Nodes.Count == 1 ? null
            : order.IsEncrypted
                ? new(CockroachCommand.FormEncrypted(Program(order), First(order),
                Path.Combine(order.Nodes[0].Folder, CertificateNames.Authority)), () => File.ReadAllText(order.ClientCertificate!)
                + "\n" + File.ReadAllText(order.ClientKey!))
            : new(CockroachCommand.Form(Program(order), First(order))),
    };

    /// <inheritdoc/>
    public override string Endpoint(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        order.User is { } user ? $"{user}@{Hosts(nodes, order.Port)}{Options(Encryption(order))}" : order.IsEncrypted
            ? AsRoot(order, nodes) : Hosts(nodes, order.Port);

    /// <inheritdoc/>
    public override string? Form(ServerOrder order)
    {
        if (order.User is not { } user)
        {
            return null;
        }

        try
        {
            At(Endpoint(order, [order.Nodes[0]]), order.Password)
                .Run($"User {user} is not let in", connection => connection.Query("SELECT 1"));
            return null;
        }
        catch (TargetException refused) when (refused.InnerException is not PgServerException)
        {
            return refused.Message;
        }
        catch (TargetException refused)
        {
            return Make(order, user)
                ? "it has just been made"
                : throw new TargetException($"User {user} is there, and its password is another one. {refused.Message}", refused);
        }
        catch (ArgumentException exception)
        {
            throw new TargetException(exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public override string? Disagreement(ServerOrder order) => FirstDifference(order.Nodes, node =>
    {
        long live = At(Endpoint(order, [node]), order.Password).Run("The nodes cannot be counted", CockroachRanges.LiveNodes);
        return live == order.Nodes.Count ? null
            : string.Create(CultureInfo.InvariantCulture, $"{node.Name} sees {live} of {order.Nodes.Count} nodes alive");
    });

    /// <inheritdoc/>
    public override void Mark(ServerOrder order, string mark) =>
        At(Endpoint(order, [order.Nodes[0]]), order.Password)
            .Run("The server cannot be marked", connection => connection.Query($"CREATE DATABASE IF NOT EXISTS {mark}"));

    /// <inheritdoc/>
    public override bool? Carries(ServerOrder order, ServerPlace node, string mark) => At(Endpoint(order, [node]), order.Password)
        .Run(
        "The deployment's mark cannot be looked for", connection => connection.Query("SHOW DATABASES")
            .Any(row => row[0] == mark));

    private static PlannedNode Node(ServerOrder order, ServerPlace node)
    {
        int http = order.Port - HttpBelowSql is > 1024 and var below ? below : order.Port + 1;
        return new PlannedNode(
            node,
            CockroachCommand.Node(
                Program(order), node.Folder, Hosts([node], order.Port), Hosts([node], http), order.Nodes.Count == 1 ? null
                    : Hosts(order.Nodes.Take(3), order.Port),
                order.Settings.Mebibytes("cache")!.Value, order.Settings.Mebibytes("max_sql_memory")!.Value,
                order.IsEncrypted ? Path.Combine(node.Folder, Path.GetDirectoryName(CertificateNames.Certificate)!) : null))
        {
            Listens = [(node.Address, order.Port), (node.Address, http)],
            Folders = ["data", "logs"],
            Logs = [CockroachCommand.Log],
        };
    }

    /// <summary>
    /// Creates the user with the rights of an administrator, because ranges are read from <c>crdb_internal</c>.
    /// </summary>
    /// <returns>True if the user did not exist.</returns>
    private static bool Make(ServerOrder order, string user) => At(AsRoot(order, [order.Nodes[0]]), null)
        .Run($"User {user} cannot be made", connection =>
    {
        if (connection.Query($"SELECT username FROM system.users WHERE username = lower('{user}')").Count > 0)
        {
            return false;
        }

        // One transaction: a user without the grant could log in and would count as complete.
        connection.Query("BEGIN");
        connection.Query(
            $"CREATE USER \"{user}\" WITH PASSWORD '{order.Password!.Reveal().Replace("'", "''", StringComparison.Ordinal)}'");
        connection.Query($"GRANT admin TO \"{user}\"");
        connection.Query("COMMIT");
        return true;
    });

    private static CockroachCluster At(string text, Secret? password)
    {
        var endpoint = CockroachEndpoint.Parse(text);
        return new(endpoint, endpoint.Address!, password, ServerTimeouts.Deployed);
    }

    private static string AsRoot(ServerOrder order, IReadOnlyList<ServerPlace> nodes) =>
        $"{Root}@{Hosts(nodes, order.Port)}{Options([.. Encryption(order), ("sslcert", order.ClientCertificate), ("sslkey", order.ClientKey)])}";

    private static (string Name, string? Value)[] Encryption(ServerOrder order) =>
        [("sslmode", "verify-full"), ("sslrootcert", order.Authority)];

    private static string First(ServerOrder order) => Hosts([order.Nodes[0]], order.Port);

    private static string Program(ServerOrder order) => Path.Combine(order.Home, "cockroach");
}
