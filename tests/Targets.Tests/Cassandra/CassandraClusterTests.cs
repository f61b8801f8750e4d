using System.Net;
using System.Net.Sockets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What a cluster makes of its contacts, with nodes of the tests.</summary>
public sealed class CassandraClusterTests
{
    private static readonly CqlConnectionOptions Options = new() { Version = 4, Credentials = new("me", () => "secret") };

    /// <summary>The ring needs an address of the node that reports it, which a name is not.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Connect_ContactByItsName_IsANodeByItsAddress(bool isSecond)
    {
        using var node = new CassandraStandIn();
        EndPoint[] contacts = isSecond ? [Nobody(), node.Name] : [node.Name];
        using var cluster = CassandraCluster.Connect(contacts, Options);

        cluster.Nodes.ShouldHaveSingleItem().Node.Server.ShouldBe(node.Server);
        Eventually(() => node.Registrations > 0).ShouldBeTrue("the thread that listens reaches it by its name too");
        cluster.Refresh();
        cluster.Nodes.ShouldHaveSingleItem().Node.Server.ShouldBe(node.Server);
    }

    /// <summary>An exception that leaves the thread would end the process.</summary>
    [Fact]
    public void Listen_RingThatCannotBeRead_IsAskedForAgainAndTheKnownOneStays()
    {
        using var node = new CassandraStandIn { IsConfused = true };
        using var cluster = CassandraCluster.Connect([node.Server], Options);

        Eventually(() => node.Registrations > 1).ShouldBeTrue();
        cluster.Nodes.ShouldHaveSingleItem().Node.Tokens.ShouldHaveSingleItem().ShouldBe(0);
    }

    private static bool Eventually(Func<bool> condition) => SpinWait.SpinUntil(condition, TimeSpan.FromSeconds(60));

    private static EndPoint Nobody()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return listener.LocalEndpoint;
    }
}
