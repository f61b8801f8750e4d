using System.Diagnostics;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A node that lets nobody in without a password, TLS and a certificate of the client's own. Its certificate is for localhost.
/// </summary>
public sealed class SecureNode : CassandraServers
{
    public const string User = "ingester";
    public const string Password = "pa\u00dfw:or\\d";

    // The vendor's first user, and its password.
    private const string Superuser = "cassandra";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private Guardian? _guardian;
    private CassandraPrivateNode? _node;

    /// <summary>The file of the authority that the node's certificate comes from.</summary>
    public string Authority { get; private set; } = string.Empty;

    public string OtherAuthority { get; private set; } = string.Empty;

    /// <summary>The certificate that the node wants of its clients, <c>.crt</c>, and its key, <c>.key</c>.</summary>
    public string ClientCertificate { get; private set; } = string.Empty;

    /// <summary>Options for a target at the node, with the right password.</summary>
    /// <param name="options">Options of the endpoint, as <c>name=value&amp;...</c>; <c>{authority}</c> and <c>{other}</c> are
    /// files, <c>{client}</c> one without its ending.</param>
    public TargetOptions Options(string options)
    {
        Start();
        string filled = options.Replace("{authority}", Authority, StringComparison.Ordinal)
            .Replace("{other}", OtherAuthority, StringComparison.Ordinal)
            .Replace("{client}", ClientCertificate, StringComparison.Ordinal);
        return Own() with
        {
            Endpoint = $"{_node!.Server}?{filled}",
            Password = new Secret(Password),
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }

    protected override void Stop()
    {
        _guardian?.Dispose();
        _node?.Dispose();
    }

    private void Start()
    {
        if (_node is not null)
        {
            return;
        }

        string ring = Directory.CreateDirectory(Path.Combine(WorkFolder, "secure")).FullName;
        var authority = new TestAuthority(WorkFolder);
        string store = Path.Combine(WorkFolder, "server.pem");
        File.WriteAllText(store, File.ReadAllText(authority.Server + ".key") + "\n" + File.ReadAllText(authority.Server + ".crt")
            + "\n");
        ClientCertificate = authority.Issue("client", "dbingest test client");
        (Authority, OtherAuthority) = (authority.File, authority.OtherFile);
        string local = IPAddress.Loopback.ToString();
        _guardian = new Guardian(ring, "KILL");
        _node = new CassandraPrivateNode(CassandraHome.Find(null), new NodeConfiguration(
            Path.Combine(ring, "n1"), local, TestPort.Free(), TestPort.Free(), TestPort.Free(), local, Token: 0, HeapMb: 400,
                IsSynced: false, "default")
        {
            FurtherLines = $"""
                authenticator: PasswordAuthenticator
                client_encryption_options:
                  enabled: true
                  optional: false
                  require_client_auth: true
                  ssl_context_factory:
                    class_name: org.apache.cassandra.security.PEMBasedSslContextFactory
                  keystore: "{store}"
                  truststore: "{Authority}"
                """,
        });
        _node.Start();
        for (long started = Stopwatch.GetTimestamp(); !IsReady(); Thread.Sleep(100))
        {
            _node.IsRunning.ShouldBeTrue(_node.LastOfLog());
            Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Patience, _node.LastOfLog());
        }
    }

    // The first user is made a moment after the node answers.
    private bool IsReady()
    {
        try
        {
            using var connection = CqlConnection.Open(_node!.Server, new CqlConnectionOptions
            {
                Credentials = new CqlCredentials(Superuser, () => Superuser),
                Tls = new TlsOptions
                {
                    AcceptsAnyCertificate = true,
                    ClientCertificate = CertificateFiles.Client("cert", ClientCertificate + ".crt", ClientCertificate + ".key")
                },
            });
            connection.Query(
                $"CREATE ROLE IF NOT EXISTS {User} WITH PASSWORD = '{Password}' AND LOGIN = true AND SUPERUSER = true");
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }
}

[CollectionDefinition("cassandra-secure")]
public sealed class SecureNodeCollection : ICollectionFixture<SecureNode>;
