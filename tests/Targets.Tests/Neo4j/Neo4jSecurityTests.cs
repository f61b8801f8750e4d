using System.Globalization;
using System.Net;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Neo4j.Server;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Wire.Bolt;

namespace DbIngest.Targets.Tests.Neo4j;

/// <summary>
/// Who is let in and how; on a server with a password and a certificate for localhost, which takes connections with and without
/// encryption.
/// </summary>
[Collection("neo4j")]
[Needs("neo4j")]
public sealed class Neo4jSecurityTests(Neo4jSecurityTests.SecureServer server) : IClassFixture<Neo4jSecurityTests.SecureServer>
{
    private const string Password = "pa\u00dfw:or'd";

    [Theory]
    [InlineData("bolt", "no")]
    [InlineData("bolt+s", "yes")]
    [InlineData("bolt+ssc", "yes")]
    public void Open_RightPassword_IsLetInAsTheSchemeSays(string scheme, string isEncrypted)
    {
        var workload = new PatternWorkload(3);
        var table = Trial.Table(workload, 1, 500);
        using var target = Open($"{scheme}://neo4j@localhost", Password, scheme == "bolt+s" ? server.Authority : null);

        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 250);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        var description = target.Describe();
        description.Settings["session.encrypted"].ShouldBe(isEncrypted);
        (JsonSerializer.Serialize(description) + target.AttachEndpoint).ShouldNotContain(Password);
        target.Clean();
    }

    [Theory]
    [InlineData("neo4j", "guess-17")]
    [InlineData("nobody", Password)]
    [InlineData("neo4j", null)]
    public void Open_WrongPassword_SaysTheRemedyAndNoSecret(string user, string? password)
    {
        var error = Should.Throw<TargetException>(() => Open($"bolt://{user}@localhost", password, null));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("DBINGEST_NEO4J_PASSWORD");
        error.ToString().ShouldNotContain(password ?? Password);
    }

    [Theory]
    [InlineData("bolt+s://neo4j@localhost", true)]
    [InlineData("bolt+s://neo4j@127.0.0.1", false)]
    public void Open_CertificateOfAnotherAuthorityOrName_SaysTheRemedy(string place, bool ofOther) =>
        Should.Throw<TargetException>(() => Open(place, Password, ofOther ? server.OtherAuthority : server.Authority)).Message
            .ShouldContain("ca=FILE");

    private ITarget Open(string place, string? password, string? authority)
    {
        return new Neo4jDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = string.Create(CultureInfo.InvariantCulture,
                $"{place}:{server.Port}{(authority is null ? string.Empty : $"?ca={authority}")}"),
            Password = password is null ? null : new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(60),
        });
    }

    /// <summary>A server of the same distribution.</summary>
    public sealed class SecureServer : IDisposable
    {
        private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
        private readonly PrivateServer _server;

        public SecureServer()
        {
            var authority = new TestAuthority(_work.FullName);
            (Authority, OtherAuthority) = (authority.File, authority.OtherFile);
            var plan = new Neo4jPlan(Neo4jHome.Find(Neo4jServers.Home), "neo4j", 256, 64,
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", 60, _work.FullName, Limits: null);
            _server = PrivateServer.Start(new AlteredPlan(plan, Secured, Answers), static _ => { }, CancellationToken.None);
            Port = _server.Layout.Nodes[0].Listens[0].Port;

            // The password that every new server has lets its user in for one purpose.
            using var connection = BoltConnection.Open(Login(Port));
            connection.Query("ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $new", new BoltContext("system"),
                ("new", Password));
        }

        public int Port { get; }

        public string Authority { get; } = string.Empty;

        public string OtherAuthority { get; } = string.Empty;

        public void Dispose()
        {
            _server.Dispose();
            _work.Delete(recursive: true);
        }

        private static BoltConnectionOptions Login(int port) =>
            new()
            {
                Server = new IPEndPoint(IPAddress.Loopback, port),
                Agent = "test",
                User = "neo4j",
                Password = static () => "neo4j"
            };

        private static bool Answers(PlannedNode node)
        {
            try
            {
                BoltConnection.Open(Login(node.Listens[0].Port)).Dispose();
                return true;
            }
            catch (Wire.WireException exception)
            {
                return exception is BoltServerException;
            }
        }

        private Dictionary<string, string> Secured(PlannedNode node) => new(node.Files)
        {
            ["conf/neo4j.conf"] = node.Files["conf/neo4j.conf"].Replace("auth_enabled=false", "auth_enabled=true", StringComparison.Ordinal) + $"""
                server.bolt.tls_level=OPTIONAL
                dbms.ssl.policy.bolt.enabled=true
                dbms.ssl.policy.bolt.base_directory={_work.FullName}
                dbms.ssl.policy.bolt.public_certificate=server.crt
                dbms.ssl.policy.bolt.private_key=server.key
                dbms.ssl.policy.bolt.client_auth=NONE

                """,
        };
    }
}
