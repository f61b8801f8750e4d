using System.Net;
using DbIngest.Targets.Cassandra.Endpoints;

namespace DbIngest.Targets.Tests.Cassandra;

public sealed class CassandraEndpointTests
{
    [Fact]
    public void Parse_Null_IsTheDefault()
    {
        var endpoint = CassandraEndpoint.Parse(null);
        endpoint.Address.ShouldBeNull();
        endpoint.Replication.ShouldBe(1);
        endpoint.WantsPrivate.ShouldBeFalse();
    }

    [Fact]
    public void Parse_HostsAndOptions_AreRead()
    {
        var endpoint = CassandraEndpoint.Parse(
            "10.0.0.1, db.example:9142,[::1]:9043?rf=3&shape=single&window=512&protocol=4&user=me&tls=true");
        endpoint.Address!.Nodes.ShouldBe(
            [new IPEndPoint(IPAddress.Parse("10.0.0.1"), 9042), new DnsEndPoint("db.example", 9142),
                new IPEndPoint(IPAddress.IPv6Loopback, 9043)]);
        endpoint.Replication.ShouldBe(3);
        endpoint.IsSingle.ShouldBeTrue();
        endpoint.Window.ShouldBe(512);
        endpoint.Protocol.ShouldBe(4);
        endpoint.User.ShouldBe("me");
        endpoint.Tls.ShouldBeTrue();
    }

    [Fact]
    public void At_OtherHosts_IsReadBackTheSame()
    {
        var endpoint = CassandraEndpoint.Parse(
            "10.0.0.1?rf=3&shape=single&rows=50&window=7&connections=2&bucket=123&protocol=5&user=me&keyspace=other&tls=true&tls_name=db.example&compression=lz4&table_compression=zstd");
        var read = CassandraEndpoint.Parse(endpoint.At(endpoint.Address!));
        read.Address!.Nodes.ShouldBe(endpoint.Address!.Nodes);
        foreach (var property in typeof(CassandraEndpoint).GetProperties()
            .Where(p => p.Name != nameof(CassandraEndpoint.Address)))
        {
            property.GetValue(read).ShouldBe(property.GetValue(endpoint), property.Name);
        }
    }

    [Fact]
    public void Parse_OwnRing_IsRead()
    {
        var endpoint = CassandraEndpoint.Parse("?rf=3&heap=2G&home=/opt/cassandra&profile=study1");
        endpoint.WantsPrivate.ShouldBeTrue();
        endpoint.Replication.ShouldBe(3);
        endpoint.HeapMb.ShouldBe(2048);
        endpoint.Home.ShouldBe("/opt/cassandra");
        endpoint.Profile.ShouldBe("study1");
        CassandraEndpoint.Parse("?heap=768M").HeapMb.ShouldBe(768);
    }

    [Theory]
    [InlineData("host?rf=0")]
    [InlineData("host?rf=17")]
    [InlineData("host?connections=0")]
    [InlineData("host?rf")]
    [InlineData("host?speed=11")]
    [InlineData("host?rows=100,200")]
    [InlineData("host?rows=100&rows=200")]
    [InlineData("host?protocol=3")]
    [InlineData("host?keyspace=system;drop")]
    [InlineData("host?heap=1G")]
    [InlineData("?nodes=4")]
    [InlineData("user@host")]
    [InlineData("host:port")]
    [InlineData("host/path")]
    [InlineData("host?bucket=1000001")]
    public void Parse_AnythingElse_IsRefused(string text) =>
        Should.Throw<ArgumentException>(() => CassandraEndpoint.Parse(text)).Message.ShouldStartWith("--endpoint");
}
