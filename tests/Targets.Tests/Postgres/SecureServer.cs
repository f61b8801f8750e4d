using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Targets.Servers;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>A private server with a certificate, and a role for every way of being let in.</summary>
public sealed class SecureServer : IDisposable
{
    public const string Password = "pa\u00dfw:or\\d";

    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private readonly PrivateServer? _server;

    public SecureServer()
    {
        if (!new DbIngest.Targets.Postgres.PostgresDefinition().Probe(new() { WorkFolder = _work.FullName }).IsAvailable)
        {
            return;
        }

        Port = TestPort.Free();
        var plan = new PostgresPlan(PostgresBinaries.Find(), Extension: null, Connections: null, _work.FullName, Limits: null);
        _server = PrivateServer.Start(new TcpPlan(plan, Port), static _ => { }, CancellationToken.None);
        SocketFolder = _server.Layout.Nodes[0].Listens[0].Address;
        var authority = new TestAuthority(_work.FullName);
        (Authority, OtherAuthority) = (authority.File, authority.OtherFile);
        ClientCertificate = authority.Issue("client", "by_cert");

        Give("server.crt", File.ReadAllText(authority.Server + ".crt"));
        Give("server.key", File.ReadAllText(authority.Server + ".key"));
        Give("authority.crt", File.ReadAllText(Authority));
        Give(
            "pg_hba.conf",
            """
            local all postgres trust
            local all by_trust trust
            local all by_password password
            local all by_md5 md5
            local all by_scram scram-sha-256
            hostssl all by_cert 127.0.0.1/32 cert
            hostssl all by_tls 127.0.0.1/32 scram-sha-256
            hostnossl all by_open 127.0.0.1/32 scram-sha-256

            """);
        Execute("ALTER SYSTEM SET ssl_ca_file = 'authority.crt'");
        Execute("ALTER SYSTEM SET ssl = on");
        Execute("GRANT ALL ON SCHEMA public TO PUBLIC");
        foreach (string role in (string[])["trust", "password", "scram", "cert", "tls", "open"])
        {
            Execute($"CREATE ROLE by_{role} SUPERUSER LOGIN PASSWORD '{Password}'");
        }

        Execute($"SET password_encryption = md5; CREATE ROLE by_md5 SUPERUSER LOGIN PASSWORD '{Password}'");
        Execute("SELECT pg_reload_conf()");
        AwaitTls();
    }

    public int Port { get; }

    public string SocketFolder { get; } = string.Empty;

    /// <summary>The file of the authority that the server's certificate, for localhost, comes from.</summary>
    public string Authority { get; } = string.Empty;

    public string OtherAuthority { get; } = string.Empty;

    /// <summary>The client's certificate, <c>.crt</c>, and key, <c>.key</c>.</summary>
    public string ClientCertificate { get; } = string.Empty;

    public void Dispose()
    {
        _server?.Dispose();
        _work.Delete(recursive: true);
    }

    // As the server's own account: it refuses a key that others can read.
    private void Give(string file, string content) => PostgresAccount.Run(_server!.Folder,
        "sh", "-c", "umask 077; printf %s \"$1\" >\"$2\"", "sh", content, Path.Combine(_server.Folder, "data", file))
        .Succeeded.ShouldBeTrue();

    private void Execute(string sql)
    {
        using var connection = new NpgsqlConnection(PostgresEndpoint.AtPrivate(_server!.Address.Server) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    private void AwaitTls()
    {
        for (int i = 0; ; i++)
        {
            try
            {
                using var connection = new NpgsqlConnection(
                    $"Host=127.0.0.1;Port={Port};Username=by_tls;Password={Password};Database=postgres;SSL "
                    + $"Mode=Require;Pooling=false");
                connection.Open();
                return;
            }
            catch (NpgsqlException) when (i < 100)
            {
                Thread.Sleep(100);
            }
        }
    }

    /// <summary>The same server, which listens to a port of loopback as well.</summary>
    private sealed record TcpPlan(PostgresPlan Plan, int Port) : PrivateServerPlan(
        Plan.Database, Plan.Product, Plan.Program, Plan.Description, Plan.MemoryMb, Plan.WorkFolder, Plan.Limits)
    {
        public override string EndSignal => Plan.EndSignal;

        public override string MakeFolder() => Plan.MakeFolder();

        public override ServerAddress Address(IReadOnlyList<PlannedNode> nodes) => Plan.Address(nodes);

        public override ServerPlan Layout(string folder, FreePorts free)
        {
            var plan = Plan.Layout(folder, free);
            var node = plan.Nodes[0];
            return plan with
            {
                Nodes =
                [
                    node with
                    {
                        Listens = [(node.Listens[0].Address, Port)],
                        Command = [.. node.Command.Select(word => word switch
                        {
                            "listen_addresses=" => "listen_addresses=127.0.0.1",
                            "port=5432" => FormattableString.Invariant($"port={Port}"),
                            _ => word,
                        })],
                    },
                ],
            };
        }

        protected override void Ask(PlannedNode node)
        {
            if (!Plan.Answers(node))
            {
                throw new TargetException("It is not ready.");
            }
        }
    }
}
