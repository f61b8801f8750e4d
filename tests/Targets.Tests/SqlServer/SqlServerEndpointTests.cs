using DbIngest.Abstractions.Targets;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Tests.SqlServer;

public sealed class SqlServerEndpointTests
{
    [Theory]
    [InlineData(null, "localhost", 1433, null)]
    [InlineData("db.example", "db.example", 1433, null)]
    [InlineData("db.example,1500", "db.example", 1500, null)]
    [InlineData("db.example:1500", "db.example", 1500, null)]
    [InlineData("tcp:db.example,1500?store=clustered", "db.example", 1500, null)]
    [InlineData("?store=clustered", "localhost", 1433, null)]
    [InlineData("db.example\\MEASURE", "db.example", 1433, "MEASURE")]
    [InlineData("db.example\\MEASURE,1500", "db.example", 1500, null)]
    [InlineData("(localdb)\\MSSQLLocalDB", "(localdb)", 1433, "MSSQLLocalDB")]
    [InlineData("Server=db.example,1500;User ID=u", "db.example", 1500, null)]
    [InlineData("Data Source=db.example;Initial Catalog=d?store=clustered", "db.example", 1433, null)]
    public void Parse_Place_IsRead(string? text, string host, int port, string? instance)
    {
        var endpoint = SqlServerEndpoint.Parse(text);

        (endpoint.Host, endpoint.Port, endpoint.Instance).ShouldBe((host, port, instance));
        endpoint.Store.ShouldBe(text?.Contains("clustered", StringComparison.Ordinal) == true ? "clustered" : "heap");
        var again = SqlServerEndpoint.Parse(endpoint.At(endpoint.Address));
        (again.Host, again.Port, again.Store, again.Database, again.User)
            .ShouldBe((host, port, endpoint.Store, endpoint.Database, endpoint.User));
    }

    [Fact]
    public void Parse_ConnectionString_MeansTheSame()
    {
        var endpoint = SqlServerEndpoint.Parse(
            "Server=h;User ID=u;Password=p;Initial Catalog=d;Packet Size=4096;Encrypt=false;TrustServerCertificate=true");

        (endpoint.User, endpoint.Database, endpoint.PacketBytes, endpoint.Encrypt, endpoint.TrustsAny)
            .ShouldBe(("u", "d", 4096, "false", true));
        endpoint.Password(Options(null))!.Reveal().ShouldBe("p");
        endpoint.At(endpoint.Address).ShouldNotContain("Password");
        endpoint.Address.ToString().ShouldNotContain("p;");
        SqlServerEndpoint.Parse("Server=h;Password=p").Password(Options(new Secret("other")))!.Reveal().ShouldBe("other");
        SqlServerEndpoint.Parse("Server=h").Encrypt.ShouldBe("true");
    }

    /// <summary>As of a database that is paused while nobody uses it, which takes a minute to open.</summary>
    [Theory]
    [InlineData("h", 10)]
    [InlineData("Server=h", 10)]
    [InlineData("Server=h;Connect Timeout=60", 60)]
    [InlineData("Server=h;Connection Timeout=5", 5)]
    [InlineData("Server=h;Connect Timeout=600", 90)]
    public void ConnectTimeout_OfAConnectionString_IsTaken(string text, int seconds) =>
        SqlServerEndpoint.Parse(text).ConnectTimeout(Options(null)).ShouldBe(TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData("h,0", "port")]
    [InlineData("h,x", "port")]
    [InlineData("h,70000", "port")]
    [InlineData("a b", "host")]
    [InlineData("h?store=tree", "store")]
    [InlineData("h?stroe=heap", "store")]
    [InlineData("h?store=columnstore&compression=row", "compression")]
    [InlineData("h?store=memory&lock=table", "lock")]
    [InlineData("h?packet=100", "packet")]
    [InlineData("h?data=8M", "64M")]
    [InlineData("h?database=a]b", "database")]
    [InlineData("Server=h;Pasword=topsecret", "SqlClient")]
    [InlineData("Server=h;Password=ab?topsecret;Initial Catalog=x", "not known")]
    [InlineData("Server=h;Password=ab?store=topsecret", "store")]
    public void Parse_Wrong_NamesWhatAndNoSecret(string text, string named)
    {
        var thrown = Should.Throw<ArgumentException>(() => SqlServerEndpoint.Parse(text));

        thrown.Message.ShouldContain(named);
        thrown.ToString().ShouldNotContain("topsecret");
    }

    [Theory]
    [InlineData("h\\I", "instance")]
    [InlineData("(localdb)\\I", "instance")]
    [InlineData("Server=h;Integrated Security=true", "Kerberos")]
    [InlineData("Server=h;Failover Partner=g", "Failover Partner")]
    [InlineData("h?streaming=true", "streaming")]
    [InlineData("h?ca=/nowhere", "/nowhere")]
    public void Wire_WhatOnlyTheDriverDoes_IsRefusedByName(string text, string named) =>
        Should.Throw<ArgumentException>(() => new SqlServerDefinition()
            .Open(new TargetOptions { WorkFolder = "/tmp", Endpoint = text, Client = "wire" })).Message.ShouldContain(named);

    /// <summary>The certificate is not looked at, so that the login would go to whoever answers.</summary>
    [Theory]
    [InlineData("h?ca=/some.pem&encrypt=false")]
    [InlineData("h?ca=/some.pem&trust=true")]
    public void Wire_AuthorityWhereNothingIsChecked_IsRefused(string text) =>
        Should.Throw<ArgumentException>(() => new SqlServerDefinition()
            .Open(new TargetOptions { WorkFolder = "/tmp", Endpoint = text, Client = "wire" }))
            .Message.ShouldContain("ca is for");

    [Theory]
    [InlineData("h?ca=/some.pem", "wire client")]
    [InlineData("h?encrypt=strict&trust=true", "trust=true")]
    [InlineData("Server=h;Encrypt=Strict;TrustServerCertificate=true", "trust=true")]
    [Needs("icu")]
    public void Driver_WhatItCannotDo_IsRefusedByName(string text, string named) =>
        Should.Throw<ArgumentException>(() => new SqlServerDefinition().Open(
            new TargetOptions { WorkFolder = "/tmp", Endpoint = text, Client = "driver" })).Message.ShouldContain(named);

    private static TargetOptions Options(Secret? password) => new() { WorkFolder = "/tmp", Password = password };
}
