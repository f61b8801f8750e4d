using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Server;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Servers;
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

    private PrivateServer? _node;

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
            Endpoint = $"{_node!.Address}?{filled}",
            Password = new Secret(Password),
            RequestTimeout = TimeSpan.FromSeconds(30),
        };
    }

    protected override void Stop() => _node?.Dispose();

    private void Start()
    {
        if (_node is not null)
        {
            return;
        }

        var authority = new TestAuthority(WorkFolder);
        string store = Path.Combine(WorkFolder, "server.pem");
        File.WriteAllText(store, File.ReadAllText(authority.Server + ".key") + "\n" + File.ReadAllText(authority.Server + ".crt")
            + "\n");
        ClientCertificate = authority.Issue("client", "dbingest test client");
        (Authority, OtherAuthority) = (authority.File, authority.OtherFile);
        var plan = new CassandraPlan(CassandraHome.Find(null), Asked: null, HeapMb: 400, "default", IsSynced: false, WorkFolder,
            Limits: null);
        _node = PrivateServer.Start(new AlteredPlan(plan, node => Secured(node, store), IsReady), static _ => { },
            CancellationToken.None);
    }

    private Dictionary<string, string> Secured(PlannedNode node, string store) => new(node.Files, StringComparer.Ordinal)
    {
        [CassandraCommand.ConfigurationFile] = $"""
            {node.Files[CassandraCommand.ConfigurationFile]}
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
    };

    // The first user is made a moment after the node answers.
    private bool IsReady(PlannedNode node)
    {
        try
        {
            var server = new IPEndPoint(IPAddress.Loopback, node.Listens[0].Port);
            using var connection = CqlConnection.Open(server, new CqlConnectionOptions
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
