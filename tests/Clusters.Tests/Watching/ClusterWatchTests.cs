using System.Diagnostics;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;
using DbIngest.Clusters.Watching;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Watching;

public sealed class ClusterWatchTests
{
    /// <summary>A trial would else be counted from the counters of an earlier one.</summary>
    [Fact]
    public void OpenReaders_NodeThatNoLongerRuns_IsNotReadByAnEarlierAnswer()
    {
        var said = new List<string>();
        using var watch = new ClusterWatch(
            new Machine("echo boot 4; read -r a; echo 250 1000 - - 7 8 900 10 1; while read -r line; do echo -; done"), said.Add,
            CancellationToken.None);

        watch.OpenReaders().Count.ShouldBe(1);
        watch.OpenReaders().ShouldBeEmpty();
        watch.OpenReaders().ShouldBeEmpty();

        said.ShouldHaveSingleItem().ShouldStartWith("Resource use of the nodes of some is not measured");
    }

    [Fact]
    public void Read_ProbeEndsInATrial_IsSaidOnce()
    {
        var said = new List<string>();
        using var watch = new ClusterWatch(
            new Machine("echo boot 4; read -r a; echo 250 1000 - - 7 8 900 10 1; read -r b; exit 1"), said.Add,
            CancellationToken.None);
        var reader = watch.OpenReaders().ShouldHaveSingleItem().ShouldBeOfType<NodeReader>();

        reader.Ask();
        SpinWait.SpinUntil(() => reader.Read() is null && !reader.IsMeasured && said.Count > 0, TimeSpan.FromMinutes(1))
            .ShouldBeTrue();
        reader.Read().ShouldBeNull();

        said.ShouldHaveSingleItem().ShouldStartWith("Resource use of the nodes of some is not measured");
    }

    /// <summary>Nothing of what the interfaces of its machine carry is the node's.</summary>
    [Theory]
    [InlineData("localhost", null)]
    [InlineData("127.0.0.1", null)]
    [InlineData("far", 10L)]
    public void Read_NodeAtALoopbackAddress_HasNoNetwork(string address, long? received)
    {
        using var watch = new ClusterWatch(
            new Machine("echo boot 4; n=7; while read -r a; do echo 250 1000 - - $n 8 900 10 1; n=17; done", address),
            _ => { }, CancellationToken.None);
        var reader = watch.OpenReaders().ShouldHaveSingleItem().ShouldBeOfType<NodeReader>();

        reader.Ask();
        SpinWait.SpinUntil(() => reader.Read() is not null, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        (reader.Read()?.ReceivedBytes).ShouldBe(received);
    }

    /// <summary>A deployment of one node, whose machine is a shell.</summary>
    private sealed class Machine(string script, string? address = null) : ClusterProvider(
        DeploymentFile.Parse("some.yaml", address is null ? "database: postgres\nprovider: kubernetes\nversion: 15.14\n"
            : $"database: postgres\nprovider: local\nnodes:\n  - address: {address}\n"),
        new ClusterContext("some.yaml", _ => throw new NotSupportedException(), _ => null,
            _ => throw new NotSupportedException(), _ => { }), password: null)
    {
        public override string Endpoint => throw new NotSupportedException();

        public override HostShell Shell(int index) => new("far",
            (_, _) => new ProcessStartInfo("sh", ["-c", script]) { UseShellExecute = false });

        public override string Render() => throw new NotSupportedException();

        public override string? Prepare(string id, CancellationToken cancellation) => throw new NotSupportedException();

        public override int Up(string id, Action<DeployedNode> begin, CancellationToken cancellation) =>
            throw new NotSupportedException();

        public override IReadOnlyList<NodeStopResult> Stop(string id, bool removesData, CancellationToken cancellation) =>
            throw new NotSupportedException();

        public override void Remove(string id, bool removesData, CancellationToken cancellation) =>
            throw new NotSupportedException();

        public override NodeState State(int index, string? id, CancellationToken cancellation) =>
            throw new NotSupportedException();

        public override string DataFolder(int index) => throw new NotSupportedException();

        public override string? Disagreement() => throw new NotSupportedException();

        protected override string EndpointOf(int index) => throw new NotSupportedException();
    }
}
