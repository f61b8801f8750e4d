using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>Being let in by a real server, in every way that our own client knows; and not.</summary>
[Collection("postgres-secure")]
[Needs("postgres")]
public sealed class PostgresAuthenticationTests(SecureServer server) : IClassFixture<SecureServer>, IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");

    public void Dispose() => _work.Delete(recursive: true);

    [Theory]
    [InlineData("by_trust")]
    [InlineData("by_password")]
    [InlineData("by_md5")]
    [InlineData("by_scram")]
    public void Open_RightPassword_IsLetInAndWrites(string user)
    {
        WriteAndCount($"Host={server.SocketFolder};Port={server.Port};Username={user};Database=postgres", SecureServer.Password);
    }

    [Theory]
    [InlineData("by_password")]
    [InlineData("by_md5")]
    [InlineData("by_scram")]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt(string user)
    {
        var thrown = Should.Throw<PgServerException>(
            () => Connect($"Host={server.SocketFolder};Port={server.Port};Username={user};Database=postgres",
                "not-the-right-one"));

        thrown.SqlState.ShouldBe("28P01");
        thrown.Message.ShouldContain(user);
        thrown.ToString().ShouldNotContain("not-the-right-one");
    }

    [Theory]
    [InlineData("by_password", "in clear")]
    [InlineData("by_md5", "MD5")]
    [InlineData("by_scram", "SCRAM-SHA-256")]
    public void Open_NoPassword_SaysThatOneIsNeeded(string user, string how)
    {
        PostgresErrors.Describe(Should.Throw<ConnectionLostException>(
            () => Connect($"Host={server.SocketFolder};Port={server.Port};Username={user};Database=postgres", password: null)))
            .ShouldSatisfyAllConditions(said => said.ShouldContain(how), said => said
                .ShouldContain("DBINGEST_POSTGRES_PASSWORD"));
    }

    [Fact]
    public void Open_Passfile_GivesThePassword()
    {
        string file = Path.Combine(_work.FullName, "passfile");
        File.WriteAllText(
            file,
            $"# comment\n*:*:*:another:wrong\n*:{server.Port}:postgres:by_scram:{SecureServer.Password.Replace("\\", "\\\\", StringComparison.Ordinal).Replace(":", "\\:", StringComparison.Ordinal)}\n");

        Connect($"Host={server.SocketFolder};Port={server.Port};Username=by_scram;Database=postgres;Passfile={file}",
            password: null).Dispose();
    }

    [Theory]
    [InlineData("by_tls", "SSL Mode=Prefer", true)]
    [InlineData("by_tls", "SSL Mode=Allow", true)] // refused in the open, then encrypted
    [InlineData("by_tls", "SSL Mode=Require", true)]
    [InlineData("by_tls", "SSL Mode=Require;Channel Binding=Require", true)]
    [InlineData("by_tls", "SSL Mode=Require;Channel Binding=Disable", true)]
    [InlineData("by_tls", "SSL Mode=VerifyCA;Root Certificate={authority}", true)]
    [InlineData("by_tls", "SSL Mode=VerifyFull;Root Certificate={authority}", true)]
    [InlineData("by_open", "SSL Mode=Disable", false)]
    [InlineData("by_open", "SSL Mode=Allow", false)]
    [InlineData("by_open", "SSL Mode=Prefer", false)] // refused encrypted, then in the open
    [InlineData("by_cert", "SSL Mode=VerifyFull;Root Certificate={authority};SSL Certificate={client}.crt;SSL Key={client}.key",
        true)]
    public void Open_OverTcp_IsEncryptedAsAskedAndWrites(string user, string settings, bool encrypted)
    {
        string endpoint = Tcp("localhost", user, settings);

        WriteAndCount(endpoint, SecureServer.Password);
        using var connection = Connect(endpoint, SecureServer.Password);
        connection.IsEncrypted.ShouldBe(encrypted);
        connection.Query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")[0][0].ShouldBe(encrypted ? "t" : "f");
    }

    [Theory]
    [InlineData("localhost", "by_tls", "SSL Mode=VerifyCA;Root Certificate={other}")]
    [InlineData("localhost", "by_tls", "SSL Mode=VerifyFull;Root Certificate={other}")]
    [InlineData("127.0.0.1", "by_tls", "SSL Mode=VerifyFull;Root Certificate={authority}")] // the certificate is for localhost
    [InlineData("localhost", "by_tls", "SSL Mode=VerifyFull")] // the machine does not know the authority
    [InlineData("localhost", "by_open", "SSL Mode=Disable;Channel Binding=Require")]
    public void Open_ServerThatCannotBeTrusted_IsRefused(string host, string user, string settings)
    {
        var thrown = Should.Throw<ConnectionLostException>(() => Connect(Tcp(host, user, settings), SecureServer.Password));
        PostgresErrors.Describe(thrown).Contains("sslrootcert", StringComparison.Ordinal).ShouldBe(user == "by_tls");
    }

    [Theory]
    [InlineData("by_tls", "SSL Mode=Disable")]
    [InlineData("by_open", "SSL Mode=Require")]
    [InlineData("by_cert", "SSL Mode=Require")]
    public void Open_AgainstTheServersRules_IsRefusedByTheServer(string user, string settings)
    {
        Should.Throw<PgServerException>(() => Connect(Tcp("localhost", user, settings), SecureServer.Password)).SqlState
            .ShouldBe("28000");
    }

    [Fact]
    public void Open_SettingsOfTheSession_AreInForce()
    {
        using var connection = Connect(
            $"Host={server.SocketFolder};Port={server.Port};Username=by_trust;Database=postgres;Options=-c jit=off -c "
            + $"work_mem=5MB;"
            + "Application Name=mine;Search Path=pg_temp;Timezone=Asia/Tokyo;Client Encoding=LATIN1",
            password: null);

        connection.Query(
            "SELECT current_setting('jit'), current_setting('work_mem'), current_setting('application_name'), "
            + "current_setting('search_path'), current_setting('TimeZone'), current_setting('client_encoding')")[0]
            .ShouldBe(["off", "5MB", "mine", "pg_temp", "Asia/Tokyo", "LATIN1"]);
    }

    [Fact]
    public void Dispose_Session_EndsItsServerProcess()
    {
        string endpoint =
            $"Host={server.SocketFolder};Port={server.Port};Username=by_trust;Database=postgres;Application Name=leaving";
        using var watching = Connect(endpoint.Replace("leaving", "watching", StringComparison.Ordinal), password: null);
        Connect(endpoint, password: null).Dispose();

        for (int i = 0; i < 200 && Leaving(watching) != "0"; i++)
        {
            Thread.Sleep(20);
        }

        Leaving(watching).ShouldBe("0");

        static string? Leaving(PgConnection connection) =>
            connection.Query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'leaving'")[0][0];
    }

    private static PgConnection Connect(string endpoint, string? password) => PgConnection.Open(
        PostgresWireOptions.From(
            PostgresEndpoint.Parse(endpoint, password is null ? null : new Secret(password))
                .ForSessions(TimeSpan.FromSeconds(30)), TimeSpan.FromSeconds(30)));

    private string Tcp(string host, string user, string settings) =>
        $"Host={host};Port={server.Port};Username={user};Database=postgres;"
        + settings.Replace("{authority}", server.Authority, StringComparison.Ordinal)
            .Replace("{other}", server.OtherAuthority, StringComparison.Ordinal)
            .Replace("{client}", server.ClientCertificate, StringComparison.Ordinal);

    private void WriteAndCount(string endpoint, string password)
    {
        using var target = new PostgresDefinition()
            .Open(new() { WorkFolder = _work.FullName, Endpoint = endpoint, Password = new(password) });
        target.Prepare(Samples.Table);
        var batch = Samples.Batch(0, 0, 5000);
        using var writer = target.OpenWriter(0);
        writer.Write(batch);

        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        System.Text.Json.JsonSerializer.Serialize(target.Describe()).ShouldNotContain(password);
    }
}
