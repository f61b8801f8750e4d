using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresEndpointTests
{
    private const string Hush = "hushhush";

    [Theory]
    [InlineData("db.example:6543", "db.example:6543/")]
    [InlineData("db.example", "db.example:5432/")]
    [InlineData("[::1]:6543", "::1:6543/")]
    [InlineData("/run/postgresql", "/run/postgresql:5432/")]
    [InlineData("Host=h;Port=7;Username=u;Database=d;Password=hushhush", "h:7/d")]
    [InlineData("Host=h:7;Username=u;Database=d", "h:7/d")]
    [InlineData("Host=[::1]:7;Username=u;Database=d", "[::1]:7/d")]
    [InlineData("postgresql://u:hush%68ush@h:7/d?sslmode=verify-full", "h:7/d")]
    [InlineData("postgres://u@/d?host=/run/postgresql&port=7", "/run/postgresql:7/d")]
    [InlineData("db.example:6543?user=u&dbname=d&sslmode=require", "db.example:6543/d")]
    [InlineData("/run/postgresql?user=u&password=hushhush", "/run/postgresql:5432/u")]
    public void Parse_EachForm_PrintsPlaceWithoutCredentials(string text, string printed)
    {
        var endpoint = PostgresEndpoint.Parse(text, password: null);

        endpoint.Address!.ToString().ShouldBe(printed);
        endpoint.At(endpoint.Address!).ShouldNotContain(Hush);
    }

    /// <summary>A work folder may have any name.</summary>
    [Fact]
    public void AtPrivate_FolderWithASemicolon_IsReadBack()
    {
        string text = PostgresEndpoint.AtPrivate(new UnixDomainSocketEndPoint("/place/a;b/data/.s.PGSQL.5433"));

        var endpoint = PostgresEndpoint.Parse(text, password: null);
        (endpoint.Host, endpoint.Port).ShouldBe(("/place/a;b/data", 5433));
    }

    [Fact]
    public void Parse_Uri_GivesTheDriverEveryPart()
    {
        var sessions = PostgresEndpoint.Parse("postgresql://us%40er:hush%68ush@h:7/d?sslmode=verify-full&options=-c%20jit%3Doff",
            null)
            .ForSessions(TimeSpan.FromSeconds(3));

        (sessions.Host, sessions.Port, sessions.Username, sessions.Password, sessions.Database)
            .ShouldBe(("h", 7, "us@er", Hush, "d"));
        (sessions.SslMode, sessions.Options, sessions.CommandTimeout).ShouldBe((SslMode.VerifyFull, "-c jit=off", 3));
        (sessions.Pooling, sessions.PersistSecurityInfo, sessions.IncludeErrorDetail).ShouldBe((false, false, false));
    }

    [Fact]
    public void Parse_PasswordFromElsewhere_WinsOverTheOneInTheText() =>
        PostgresEndpoint.Parse("Host=h;Password=other", new Secret(Hush)).ForSessions(TimeSpan.FromSeconds(1)).Password
            .ShouldBe(Hush);

    [Theory]
    [InlineData("")]
    [InlineData("two words")]
    [InlineData("h:port")]
    [InlineData("h:5432/d")]
    [InlineData("u:hushhush@h:5432")]
    [InlineData("Host=h;Password=abc;hushhush=1")]
    [InlineData("Host=h;Port=hushhush")]
    [InlineData("postgresql://u:hushhush@h/d?hushhush=1")]
    [InlineData("postgresql://u:hush/hush?hushhush@h/d")]
    public void Parse_NoKnownForm_ThrowsWithoutRepeatingTheText(string text)
    {
        var thrown = Should.Throw<ArgumentException>(() => PostgresEndpoint.Parse(text, password: null));

        thrown.ToString().ShouldNotContain(Hush);
        thrown.Message.ShouldContain("--endpoint");
    }

    [Theory]
    [InlineData("db.example:543x", "what follows the ':' of the host is not a port from 1 to 65535.")]
    [InlineData("127.0.0.1:0", "what follows the ':' of the host is not a port from 1 to 65535.")]
    [InlineData("postgresql://u@h:0/d", "not a port")]
    [InlineData("db.example:99999", "what follows the ':' of the host is not a port from 1 to 65535.")]
    [InlineData("postgresql://u@h:77777/d", "not a port")]
    [InlineData("postgresql://u@h/d?ssl_mode=require", "there is no option 'ssl_mode'; did you mean sslmode? There are host")]
    [InlineData("127.0.0.1:5432?bogus=1", "there is no option 'bogus'; there are host")]
    [InlineData("h?password=a&b=c", "a name in it is not known; there are host")]
    [InlineData("postgresql://u:pass?word=x@h/d", "a name in it is not known;")]
    [InlineData("postgresql://u@h/d?sslmode=full",
        "sslmode=****: it is not of: disable, allow, prefer, require, verify-ca, verify-full")]
    [InlineData("h?port=99999", "port=****: it is not of: 1 to 65535")]
    [InlineData("h?dbname=d&dbname=e", "dbname is given twice")]
    [InlineData("Host=h;Prt=5432", "did you mean Port?")]
    [InlineData("Host=h;Port=many", "the value of Port is not one that it takes.")]
    [InlineData("h?sslkey=/tmp/x.key", "give sslcert=FILE too")]
    [InlineData("Host=h;SSL Key=/tmp/x.key", "SSL Certificate=FILE")]
    [InlineData("h?sslrootcert=/tmp/ca.pem", "only sslmode=verify-ca and verify-full")]
    [InlineData("postgresql://u@h/d?sslmode=require&sslrootcert=/tmp/ca.pem", "only sslmode=verify-ca and verify-full")]
    [InlineData("Host=h;SSL Mode=Require;Root Certificate=/tmp/ca.pem", "SSL Mode=VerifyCA and VerifyFull")]
    public void Parse_OnePartWrong_NamesIt(string text, string part) =>
        Should.Throw<ArgumentException>(() => PostgresEndpoint.Parse(text, null)).Message.ShouldContain(part);

    [Theory]
    [InlineData("h?sslrootcert=/tmp/ca.pem&sslmode=verify-ca")]
    [InlineData("h?sslrootcert=/tmp/ca.pem&sslmode=disable")]
    [InlineData("h?sslkey=/tmp/x.key&sslcert=/tmp/x.crt")]
    public void Parse_FilesOfEncryptionWithTheirMeaning_AreTaken(string text) =>
        PostgresEndpoint.Parse(text, null).Host.ShouldBe("h");

    [Fact]
    public void Expand_Lists_AreConfigurationsAndAConnectionStringIsOne()
    {
        var options = new PostgresDefinition().Options;
        options.Expand("postgresql://u:p,w@h/d?sslmode=disable,require&options=-c search_path=a,b").Select(v => v.Endpoint)
            .ShouldBe(
            ["postgresql://u:p,w@h/d?sslmode=disable&options=-c%20search_path=a%2Cb",
                "postgresql://u:p,w@h/d?sslmode=require&options=-c%20search_path=a%2Cb"]);
        options.Expand("Host=h;Password=a?b,c").ShouldHaveSingleItem().Endpoint.ShouldBe("Host=h;Password=a?b,c");
    }

    [Theory]
    [InlineData("Host=h", 90, 10)]
    [InlineData("Host=h", 5, 5)]
    [InlineData("Host=h;Timeout=30", 90, 30)]
    [InlineData("postgresql://h/?connect_timeout=3", 90, 3)]
    public void ForSessions_TimeToConnect_IsTenSecondsOrTheUsersAndAtMostARequests(string text, int request, int connect) =>
        PostgresEndpoint.Parse(text, password: null).ForSessions(TimeSpan.FromSeconds(request)).Timeout.ShouldBe(connect);

    /// <summary>1024 s is Npgsql's bound of connecting alone.</summary>
    [Fact]
    public void ForSessions_LongRequest_IsTheTimeOfACommandToo() =>
        PostgresEndpoint.Parse("Host=h", password: null).ForSessions(TimeSpan.FromHours(1)).CommandTimeout.ShouldBe(3600);

    [Theory]
    [InlineData("/run/postgresql", true)]
    [InlineData("127.0.0.1:5432", true)]
    [InlineData("localhost", true)]
    [InlineData("192.0.2.1:5432", false)]
    [InlineData("Host=localhost:7;Username=u", true)]
    public void IsLocal_Address_IsThisMachinesOrNot(string text, bool local) =>
        PostgresEndpoint.Parse(text, password: null).Address!.IsLocal.ShouldBe(local);
}
