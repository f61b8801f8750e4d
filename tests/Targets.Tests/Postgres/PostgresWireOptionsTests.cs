using DbIngest.Targets.Postgres.Sessions;
using DbIngest.Wire.Pg;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresWireOptionsTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void From_EverySetting_IsTakenOver()
    {
        var options = From(
            "Host=h;Port=7;Username=u;Password=p;Database=d;SSL Mode=VerifyCA;SSL Negotiation=Direct;Check Certificate "
            + "Revocation=true;Channel Binding=Require;"
            + "Timeout=4;Tcp Keepalive=true;Tcp Keepalive Time=5;Tcp Keepalive Interval=6;Socket Send Buffer "
            + "Size=70000;Socket Receive Buffer Size=80000;"
            + "Options=-c jit=off;Application Name=a;Search Path=s;Timezone=UTC;Client Encoding=UTF8");

        (options.Host, options.Port, options.User, options.Password()).ShouldBe(("h", 7, "u", "p"));
        (options.Tls.Mode, options.Tls.IsDirect, options.Tls.ChecksRevocation, options.ChannelBinding)
            .ShouldBe((PgTlsMode.VerifyCa, true, true, PgChannelBinding.Require));
        var socket = options.Socket;
        (socket.KeepsAlive, socket.KeepAliveTimeS, socket.KeepAliveIntervalS).ShouldBe((true, 5, 6));
        (socket.SendBufferBytes, socket.ReceiveBufferBytes).ShouldBe((70_000, 80_000));
        (socket.ConnectTimeout, socket.RequestTimeout).ShouldBe((TimeSpan.FromSeconds(4), TimeSpan.FromSeconds(30)));
        options.Parameters.OrderBy(p => p.Key, StringComparer.Ordinal).Select(p => $"{p.Key}={p.Value}").ShouldBe(
            ["TimeZone=UTC", "application_name=a", "client_encoding=UTF8", "database=d", "options=-c jit=off", "search_path=s"]);
    }

    [Theory]
    [InlineData("Host=h:8", "h", 8)]
    [InlineData("Host=::1", "::1", 5432)]
    [InlineData("Host=[::1]:8", "[::1]", 8)]
    [InlineData("Host=/run/postgresql;Port=9", "/run/postgresql", 9)]
    public void From_Host_IsReadAsTheDriverDoes(string settings, string host, int port)
    {
        var options = From(settings);
        (options.Host, options.Port).ShouldBe((host, port));
    }

    [Theory]
    [InlineData("Host=h;Keepalive=10", "Keepalive")]
    [InlineData("Host=h;Require Auth=MD5", "Require Auth")]
    [InlineData("Host=a,b", "several hosts")]
    [InlineData("Host=h;GSS Encryption Mode=Require", "GSS Encryption Mode")]
    [InlineData("Host=h;Target Session Attributes=primary", "Target Session Attributes")]
    public void From_SettingThatTheClientDoesNotKnow_IsRefusedByName(string settings, string named)
    {
        var thrown = Should.Throw<ArgumentException>(() => From(settings));
        thrown.Message.ShouldContain(named, Case.Insensitive);
        thrown.Message.ShouldContain("--client driver");
    }

    [Fact]
    public void From_SettingsWithoutMeaning_AreAccepted() =>
        From("Host=h;Pooling=true;Maximum Pool Size=3;Max Auto Prepare=4;Write Buffer Size=9000;Include Error Detail=true").Host
            .ShouldBe("h");

    [Fact]
    public void From_CertificateThatIsNotThere_IsRefused() =>
        Should.Throw<ArgumentException>(() => From("Host=h;SSL Mode=VerifyFull;Root Certificate=/nowhere/root.crt")).Message
            .ShouldContain("certificate");

    [Theory]
    [InlineData("h:7:d:u:secret", "secret")]
    [InlineData("x:7:d:u:wrong\n*:*:*:*:any", "any")]
    [InlineData("# h:7:d:u:no\n\nh:7:d:u:a\\:b\\\\c", "a:b\\c")]
    [InlineData("h:7:d:u", null)]
    [InlineData("h:8:d:u:other port", null)]
    public void Find_Passfile_GivesTheFirstLineThatFits(string content, string? password)
    {
        File.WriteAllText(_file, content);
        PostgresPassfile.Find(_file, "h", 7, "d", "u").ShouldBe(password);
    }

    private static PgConnectionOptions From(string settings) =>
        PostgresWireOptions.From(new NpgsqlConnectionStringBuilder(settings), TimeSpan.FromSeconds(30));
}
