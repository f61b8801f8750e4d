using System.Net;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Http;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Cassandra;
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
    private OwnServer? _server;
    private int _port;
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
        return new InfluxDefinition().Open(new TargetOptions
        {
            WorkFolder = _folder.FullName,
            Endpoint = $"https://{User}@localhost:{_port}?backup_port={_port + 1}&{options.Replace("{authority}", _authority, StringComparison.Ordinal)}",
            Password = new Secret(password),
            RequestTimeout = TimeSpan.FromSeconds(20),
        });
    }

    private OwnServer Start()
    {
        var authority = new TestAuthority(_folder.FullName);
        _authority = authority.File;
        do
        {
            _port = new FreePorts().Take(IPAddress.Loopback);
        }
        while (!IsFree(_port + 1));
        string folder = OwnServer.MakeFolder(_folder.FullName, "influxdb");
        string configuration = Path.Combine(folder, "influxdb.conf");
        var server = OwnServer.Start(
            new OwnServerPlan(
                "InfluxDB",
                folder,
                [Programs.OnPath("influxd")!, "-config", configuration],
                () => File.WriteAllText(
                    configuration,
                    $"""
                    reporting-disabled = true
                    bind-address = "127.0.0.1:{_port + 1}"
                    [meta]
                      dir = "{folder}/meta"
                    [data]
                      dir = "{folder}/data"
                      wal-dir = "{folder}/wal"
                    [http]
                      bind-address = "127.0.0.1:{_port}"
                      auth-enabled = true
                      https-enabled = true
                      https-certificate = "{authority.Server}.crt"
                      https-private-key = "{authority.Server}.key"
                    [monitor]
                      store-enabled = false
                    """),
                MakeUser,
                Limits: null),
            CancellationToken.None);
        return server;
    }

    private static bool IsFree(int port)
    {
        try
        {
            using var listener = new System.Net.Sockets.TcpListener(IPAddress.Loopback, port);
            listener.Start();
            return true;
        }
        catch (System.Net.Sockets.SocketException)
        {
            return false;
        }
    }

    // The first user may be made by anybody.
    private bool MakeUser()
    {
        var options = new HttpConnectionOptions { Tls = new TlsOptions { AcceptsAnyCertificate = true } };
        try
        {
            new InfluxServer(new HttpPlace(new DnsEndPoint("localhost", _port), IsEncrypted: true, User: null), options)
                .Query($"CREATE USER {User} WITH PASSWORD '{Password}' WITH ALL PRIVILEGES", null, CancellationToken.None);
            return true;
        }
        catch (WireException)
        {
            return false;
        }
    }
}
