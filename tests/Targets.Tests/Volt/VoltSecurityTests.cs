using System.Globalization;
using System.Net;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Targets.Volt;
using DbIngest.Targets.Volt.Server;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Tests.Volt;

/// <summary>Who is let in; on a server with a user, a password and a certificate for localhost.</summary>
[Collection("voltdb")]
[Needs("voltdb")]
public sealed class VoltSecurityTests(VoltSecurityTests.SecureServer server) : IClassFixture<VoltSecurityTests.SecureServer>
{
    private const string User = "ingester";
    private const string Password = "pa\u00dfw:or'd";

    [Theory]
    [InlineData("verify")]
    [InlineData("any")]
    public void Open_RightPassword_IsLetInEncrypted(string ssl)
    {
        var workload = new PatternWorkload(3, least: new VoltDefinition().LeastValue);
        var table = Trial.Table(workload, 1, 500);
        using var target = Open($"{User}@localhost", Password, ssl, ssl == "verify" ? server.Authority : null);

        target.Prepare(table);
        Trial.WriteAll(target, workload, table, batch: 250);

        Trial.Audit(target, workload, table).Findings.ShouldBeEmpty();
        var description = target.Describe();
        description.Settings["session.encrypted"].ShouldBe("yes");
        (JsonSerializer.Serialize(description) + target.AttachEndpoint).ShouldNotContain(Password);
        target.Clean();
    }

    [Theory]
    [InlineData(User, "guess-17")]
    [InlineData("nobody", Password)]
    [InlineData(User, null)]
    public void Open_WrongPassword_SaysTheRemedyAndNoSecret(string user, string? password)
    {
        var error = Should.Throw<TargetException>(() => Open($"{user}@localhost", password, "any", null));

        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("DBINGEST_VOLTDB_PASSWORD");
        error.ToString().ShouldNotContain(password ?? Password);
    }

    [Theory]
    [InlineData("localhost", true)]
    [InlineData("127.0.0.1", false)]
    public void Open_CertificateOfAnotherAuthorityOrName_SaysTheRemedy(string host, bool ofOther) =>
        Should.Throw<TargetException>(
            () => Open($"{User}@{host}", Password, "verify", ofOther ? server.OtherAuthority : server.Authority)).Message
            .ShouldContain("ca=FILE");

    [Fact]
    public void Open_NotEncryptedWhereTheServerIs_FailsSoonAsUnreachable() =>
        Should.Throw<TargetException>(() => Open($"{User}@localhost", Password, "off", null)).IsUnreachable.ShouldBeTrue();

    private ITarget Open(string place, string? password, string ssl, string? authority)
    {
        return new VoltDefinition().Open(new TargetOptions
        {
            WorkFolder = Path.GetTempPath(),
            Endpoint = string.Create(CultureInfo.InvariantCulture,
                $"{place}:{server.Port}?ssl={ssl}{(authority is null ? string.Empty : $"&ca={authority}")}"),
            Password = password is null ? null : new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(20),
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
            string own = authority.Server;
            using (var certificate = X509Certificate2.CreateFromPemFile(own + ".crt", own + ".key"))
            {
                File.WriteAllBytes(own + ".pfx", certificate.Export(X509ContentType.Pfx, "changeit"));
            }

            var plan = new VoltPlan(VoltHome.Find(VoltServers.Home), 320, 1, null, _work.FullName, Limits: null);
            _server = PrivateServer.Start(new AlteredPlan(plan, node => Secured(node, own + ".pfx"), IsReady), static _ => { },
                CancellationToken.None);
            Port = _server.Layout.Nodes[0].Listens[0].Port;
        }

        public int Port { get; }

        public string Authority { get; } = string.Empty;

        public string OtherAuthority { get; } = string.Empty;

        public void Dispose()
        {
            _server.Dispose();
            _work.Delete(recursive: true);
        }

        private static Dictionary<string, string> Secured(PlannedNode node, string store) => new(node.Files)
        {
            ["deployment.xml"] = node.Files["deployment.xml"].Replace("</deployment>", $"""
                <ssl enabled="true" external="true"><keystore path="{store}" password="changeit"/><truststore path="{store}" password="changeit"/></ssl>
                <security enabled="true"/>
                <users><user name="{User}" password="{Password.Replace("'", "&apos;", StringComparison.Ordinal)}" roles="administrator"/></users>
                </deployment>
                """, StringComparison.Ordinal),
        };

        private static bool IsReady(PlannedNode node)
        {
            var server = new IPEndPoint(IPAddress.Loopback, node.Listens[0].Port);
            try
            {
                using var connection = VoltConnection.Open(
                    new()
                    {
                        Server = server,
                        User = User,
                        Password = static () => Password,
                        Tls = new() { AcceptsAnyCertificate = true }
                    });
                connection.Call("@Ping");
                return true;
            }
            catch (Wire.WireException)
            {
                return false;
            }
        }
    }
}
