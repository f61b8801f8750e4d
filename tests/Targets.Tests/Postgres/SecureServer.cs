using DbIngest.Targets.Postgres.Server;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>A private server with a certificate, and a role for every way of being let in.</summary>
public sealed class SecureServer : IDisposable
{
    public const string Password = "pa\u00dfw:or\\d";

    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private readonly LocalServer? _server;

    public SecureServer()
    {
        if (!new DbIngest.Targets.Postgres.PostgresDefinition().Probe(new() { WorkFolder = _work.FullName }).IsAvailable)
        {
            return;
        }

        Port = TestPort.Free();
        _server = LocalServer.Start(_work.FullName, Port, static _ => { }, CancellationToken.None);
        SocketFolder = _server.Endpoint.Host;
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
    private void Give(string file, string content) => ServerAccount.Choose()
        .Run("sh", "-c", "umask 077; printf %s \"$1\" >\"$2\"", "sh", content, Path.Combine(_server!.Folder, "data", file))
        .ExitCode.ShouldBe(0);

    private void Execute(string sql)
    {
        using var connection = new NpgsqlConnection(_server!.Endpoint.WithoutPassword + ";Pooling=false");
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
}
