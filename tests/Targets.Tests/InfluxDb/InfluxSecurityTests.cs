using System.Net;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>A server that lets nobody in without a password, encrypted; its certificate is for localhost.</summary>
[Collection("influxdb")]
[Needs("influxdb")]
public sealed class InfluxSecurityTests : IDisposable
{
    private const string User = "ingester";
    private const string Password = "pa\u00dfw:or/d@";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-influxdb-tls-");
    private PrivateServer? _server;
    private string? _authority;

    [Fact]
    public void Run_PasswordAndEncryption_IsComplete()
    {
        using var target = Open("ca={authority}", Password);

        var result = DisturbedTrial.Run(target, 500, static () => { }, timestamps: new InfluxDefinition().Timestamps);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Audit!.StoredRecords.ShouldBe(4000);
        string told = JsonSerializer.Serialize(target.Describe()) + target.AttachEndpoint;
        told.ShouldNotContain(Password);
        told.ShouldNotContain(Uri.EscapeDataString(Password));
    }

    [Fact]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt()
    {
        var error = Should.Throw<TargetException>(() => Open("insecure=true", "a-guess").Dispose());

        error.IsUnreachable.ShouldBeFalse();
        error.Message.ShouldContain("DBINGEST_INFLUXDB_PASSWORD");
        error.ToString().ShouldNotContain("a-guess");
    }

    [Fact]
    public void Open_CertificateThatNobodyTrusts_IsRefusedWithTheRemedy() =>
        Should.Throw<TargetException>(() => Open("database=other", Password).Dispose()).Message.ShouldContain("ca=FILE");

    public void Dispose()
    {
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }

    private ITarget Open(string options, string password)
    {
        _server ??= Start();
        var ports = _server.Layout.Nodes[0].Listens;
        return new InfluxDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = $"https://{User}@localhost:{ports[0].Port}?backup_port={ports[1].Port}&{options.Replace("{authority}", _authority, StringComparison.Ordinal)}",
            Password = new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(20),
        });
    }

    private PrivateServer Start()
    {
        var authority = new TestAuthority(_folder.FullName);
        _authority = authority.File;
        var plan = new InfluxPlan(Programs.OnPath("influxd")!, "inmem", 0, 64, _folder.FullName, Limits: null);
        return PrivateServer.Start(
            new AlteredPlan(plan, node => Secured(node, authority.Server), MakeUser), static _ => { }, CancellationToken.None);
    }

    private static Dictionary<string, string> Secured(PlannedNode node, string certificate) => new(node.Files)
    {
        ["influxdb.conf"] = node.Files["influxdb.conf"].Replace("[http]", $"""
            [http]
              auth-enabled = true
              https-enabled = true
              https-certificate = "{certificate}.crt"
              https-private-key = "{certificate}.key"
            """, StringComparison.Ordinal),
    };

    // The first user may be made by anybody.
    private static bool MakeUser(PlannedNode node)
    {
        var options = new HttpConnectionOptions { Tls = new TlsOptions { AcceptsAnyCertificate = true } };
        try
        {
            new InfluxServer(new("https", new DnsEndPoint("localhost", node.Listens[0].Port)), options)
                .Query($"CREATE USER {User} WITH PASSWORD '{Password}' WITH ALL PRIVILEGES", null, CancellationToken.None);
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
