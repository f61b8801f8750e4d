using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Mongo;

namespace DbIngest.Targets.Tests.Mongo;

public sealed class MongoEndpointTests
{
    // Of the cases of MongoDB's specifications "Connection String" and "URI Options".
    [Fact]
    public void Parse_OptionsOfAConnectionString_AreThose()
    {
        var endpoint = MongoEndpoint.Parse(
            "mongodb://alice:foo@example.com:27018,[::1]/test?replicaSet=rs&authSource=user%26db&authMechanism=SCRAM-SHA-1&appName=APP%20NAME&compressors=zlib&zlibCompressionLevel=3&connectTimeoutMS=20000&wTimeoutMS=500&tls=true");

        endpoint.Address!.Nodes.Count.ShouldBe(2);
        endpoint.User.ShouldBe("alice");
        endpoint.Database.ShouldBe("test");
        endpoint.SetName.ShouldBe("rs");
        endpoint.AuthenticationSource.ShouldBe("user&db");
        endpoint.Mechanism.ShouldBe("SCRAM-SHA-1");
        endpoint.ApplicationName.ShouldBe("APP NAME");
        endpoint.ZlibLevel.ShouldBe(3);
        endpoint.ConnectTimeoutMs.ShouldBe(20_000);
        endpoint.WriteTimeoutMs.ShouldBe(500);
        endpoint.Tls.ShouldBeTrue();
    }

    [Theory]
    [InlineData("mongodb://h", "admin", "dbingest")]
    [InlineData("mongodb://h/test", "test", "test")]
    [InlineData("mongodb://h/test?authSource=other", "other", "test")]
    [InlineData("?shape=short", "admin", "dbingest")]
    public void Parse_Databases_HaveTheirDefaults(string text, string source, string database)
    {
        MongoEndpoint.Parse(text).AuthenticationSource.ShouldBe(source);
        MongoEndpoint.Parse(text).Database.ShouldBe(database);
    }

    [Theory]
    [InlineData("mongodb://h/?retryWrites=true", "retrywrites")]
    [InlineData("mongodb://h/?replicaSett=rs", "replicaset")]
    [InlineData("mongodb://h/?w", "w")]
    [InlineData("mongodb://h/?tls=maybe", "tls")]
    [InlineData("mongodb://h/?zlibCompressionLevel=10", "zlibcompressionlevel")]
    [InlineData("mongodb://h/?compressors=snappy", "compressors")]
    [InlineData("mongodb://h/?authMechanism=GSSAPI", "authmechanism")]
    [InlineData("mongodb://h/?authMechanism=SCRAM-SHA-1", "user")]
    [InlineData("mongodb://h/?authMechanism=MONGODB-X509", "tlscertificatekeyfile")]
    [InlineData("mongodb://a,b/?directConnection=true", "directconnection")]
    [InlineData("mongodb://h/a.b", "database")]
    [InlineData("mongodb://h/?home=x", "options of a private one")]
    [InlineData("mongodb+srv://cluster.example.com/", "mongodb://HOST:PORT")]
    [InlineData("mongodb://h:0", "port")]
    [InlineData("http://h", "mongodb://")]
    [InlineData("mongodb://h/?shape=bucket&id=objectid", "leave id=objectid out")]
    [InlineData("mongodb://h/?shape=timeseries&id=sequence_objectid", "id=sequence_objectid")]
    [InlineData("mongodb://h/?documents=typed&id=objectid", "id=sequence_objectid")]
    [InlineData("mongodb://h/?id=number", "sequence_objectid")]
    public void Parse_WhatIsWrong_IsRefusedByName(string text, string named) =>
        Should.Throw<ArgumentException>(() => MongoEndpoint.Parse(text)).Message.ShouldContain(named);

    [Fact]
    public void At_OtherHosts_KeepsAllButThePassword()
    {
        var endpoint = MongoEndpoint.Parse("mongodb://al%40ce:s3cret@h/my%3Ddb?shape=bucket&tlsCAFile=a%2Cb.pem");

        string text = endpoint.At(endpoint.Address!);

        text.ShouldNotContain("s3cret");
        var again = MongoEndpoint.Parse(text);
        again.User.ShouldBe("al@ce");
        again.Database.ShouldBe("my=db");
        again.Shape.ShouldBe("bucket");
        again.Authority.ShouldBe("a,b.pem");
    }

    [Theory]
    [InlineData("w=1", null)]
    [InlineData("w=majority", "w1")]
    [InlineData("journal=true", "w1")]
    [InlineData("w=2", "majority")]
    public void Open_WriteConcernOfAnotherContract_IsRefused(string concern, string? durability)
    {
        var options = new TargetOptions
        {
            WorkFolder = "unused",
            Endpoint = $"mongodb://127.0.0.1:1/?{concern}",
            Durability = durability
        };
        Should.Throw<ArgumentException>(() => new MongoDefinition().Open(options)).Message.ShouldContain("--durability");
    }

    [Theory]
    [InlineData("documents=raw", WriteClient.Wire, "documents is for --client driver")]
    [InlineData("calls=async", WriteClient.Wire, "calls is for --client driver")]
    [InlineData("rows=100", WriteClient.Driver, "rows is for --client wire")]
    [InlineData("window=1", WriteClient.Driver, "window is for --client wire")]
    public void Open_OptionOfTheOtherClient_IsRefused(string option, string client, string said)
    {
        var options = new TargetOptions { WorkFolder = "unused", Endpoint = $"mongodb://127.0.0.1:1/?{option}", Client = client };
        Should.Throw<ArgumentException>(() => new MongoDefinition().Open(options)).Message.ShouldContain(said);
    }

    [Fact]
    public void Open_NobodyThere_NamesTheWays()
    {
        var options = new TargetOptions { WorkFolder = "unused", Endpoint = "?home=nowhere-at-all" };
        var error = Should.Throw<TargetException>(() => new MongoDefinition().Open(options));
        error.IsUnreachable.ShouldBeTrue();
        error.Message.ShouldContain("home=DIR");
        error.Message.ShouldContain("--endpoint mongodb://HOST:PORT");
    }
}
