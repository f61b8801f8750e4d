using System.Globalization;
using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;

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

    /// <summary>A node that cannot read passwords refuses everybody, with this message: another one serves.</summary>
    [Fact]
    public void LinkTo_NodeThatCannotReadThePassword_IsPassedOver()
    {
        const string Refusal = "Unable to perform authentication: Cannot achieve consistency level LOCAL_ONE";
        using var first = new CassandraStandIn("0");
        using var second = new CassandraStandIn(long.MaxValue.ToString(CultureInfo.InvariantCulture)) { Peer = first };
        first.Peer = second;
        using var cluster = CassandraCluster.Connect([first.Server], Options);
        var table = new CassandraTable("k", new RecordSchema([new("v", "V")]), bucketRows: 10);
        var shape = new WriteShape(CqlConsistency.One, Replication: 1, IsSingle: false, Rows: 10, Window: 1);
        int ofFirst = Enumerable.Range(0, 1000).First(source =>
            cluster.Route(CassandraTable.TokenOf(source, 0), replication: 1).Node.Server.Equals(first.Server));

        using var pipeline = new RequestPipeline(cluster, table, shape);
        first.Refusal = Refusal;
        pipeline.Renew();

        pipeline.KeyedAt(ofFirst, bucket: 0).ShouldNotBeNull();
        using var again = new RequestPipeline(cluster, table, shape);
        using var reached = CassandraCluster.Reach([first.Server, second.Server], Options);
        reached.Remote.ShouldBe(second.Server);
    }

    [Fact]
    public void Reach_WrongPassword_IsNotTriedElsewhere()
    {
        using var first = new CassandraStandIn { Refusal = "Provided username me and/or password are incorrect" };
        using var second = new CassandraStandIn();

        Should.Throw<CqlServerException>(() => CassandraCluster.Reach([first.Server, second.Server], Options)).Code
            .ShouldBe(CqlErrorCode.AuthenticationError);
    }

    private static bool Eventually(Func<bool> condition) => SpinWait.SpinUntil(condition, TimeSpan.FromSeconds(60));

    private static EndPoint Nobody()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return listener.LocalEndpoint;
    }
}
