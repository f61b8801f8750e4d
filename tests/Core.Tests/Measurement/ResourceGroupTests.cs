using DbIngest.Abstractions.Resources;
using DbIngest.Core.Measurement;

namespace DbIngest.Core.Tests.Measurement;

public class ResourceGroupTests
{
    [Fact]
    public void Use_NodesThatShareAMachine_CountItsCoresOnce()
    {
        var group = new ResourceGroup([new Node("n1", "a", 4, 8), new Node("n2", "a", 4, 4), new Node("n3", "b", 2, 1)]);
        group.Read();

        var use = group.Use(10)!;
        use.Cores.ShouldBe(6);
        use.CpuS.ShouldBe(13);
        use.CpuShare.ShouldBe(13 / 60.0, 1e-9);
        use.ReceivedBytes.ShouldBe(300);
    }

    /// <summary>As a shard and a router on one host.</summary>
    [Fact]
    public void Use_NodesThatShareANetwork_CountsItsTrafficOnce()
    {
        var group = new ResourceGroup([new Node("n1", "a", 4, 8) { Network = "db1" },
            new Node("n2", "a", 4, 4) { Network = "db1" }, new Node("n3", "b", 2, 1) { Network = "db2" }]);
        group.Read();

        group.Use(10)!.ReceivedBytes.ShouldBe(200);
        group.Nodes(10).ShouldAllBe(node => node.Use.ReceivedBytes == 100);
    }

    /// <summary>The service before a store is read by another kind of reader, which does not know the boot id.</summary>
    [Fact]
    public void Use_ReadersThatNameThisMachineDifferently_CountItsCoresOnce()
    {
        var group = new ResourceGroup(
        [
            new Node("store", "boot id", 4, 8) { IsOfThisMachine = true },
            new Node("service", "this", 4, 4) { IsOfThisMachine = true },
            new Node("far", "b", 2, 1),
        ]);
        group.Read();

        group.Use(10)!.Cores.ShouldBe(6);
        group.Use(10)!.CpuShare.ShouldBe(13 / 60.0, 1e-9);
    }

    [Fact]
    public void Nodes_OfOneMachine_AreToldApartAndNoNodeIsAnothersDisturber()
    {
        var group = new ResourceGroup([new Node("n1", "a", 4, 8), new Node("n2", "a", 4, 4)]);
        group.Read();

        var nodes = group.Nodes(10);
        nodes.Select(node => (node.Node, node.Use.CpuS, node.Use.Cores)).ShouldBe([("n1", 8, 4), ("n2", 4, 4)]);
        nodes.ShouldAllBe(node => Math.Abs(node.Machine!.OthersCpuShare!.Value - ((20 - 12) / 40.0)) < 1e-9);
    }

    [Fact]
    public void Read_Nodes_AreAllAskedBeforeOneIsWaitedFor()
    {
        var asked = new List<string>();
        var group = new ResourceGroup([new Node("n1", "a", 1, 1) { Said = asked }, new Node("n2", "b", 1, 1) { Said = asked }]);
        group.Read();
        asked.ShouldBe(["ask n1", "ask n2", "read n1", "read n2"]);
    }

    /// <summary>What a node used does not go away when one of its answers is late.</summary>
    [Fact]
    public void Use_NodeSilentAtTheLastReading_CountsByItsLatest()
    {
        var silent = new Node("n1", "a", 4, 8);
        var group = new ResourceGroup([silent, new Node("n2", "b", 4, 4)]);
        group.Read();
        silent.IsSilent = true;
        group.Read();

        group.Use(10)!.CpuS.ShouldBe(12);
        group.Use(10)!.ReceivedBytes.ShouldBe(200);
    }

    [Fact]
    public void Use_WithAPartThatNobodyReads_IsUnknownAndTheOthersAreNot()
    {
        var group = new ResourceGroup([new Node("store", "a", 4, 8), new Unread()]);
        group.Read().ShouldBeNull();

        group.Use(10).ShouldBeNull();
        group.Nodes(10).Select(node => (node.Node, node.Use.CpuS)).ShouldBe([("store", 8)]);
    }

    /// <summary>Its counters stand still, so that a sum with them would be too small.</summary>
    [Fact]
    public void Use_NodeIsLost_IsUnknownUntilItIsFoundAgain()
    {
        var lost = new Node("n1", "a", 4, 8);
        var group = new ResourceGroup([lost, new Node("n2", "a", 4, 4), new Node("n3", "b", 4, 2)]);
        group.Read().ShouldNotBeNull();

        (lost.IsSilent, lost.IsMeasured) = (true, false);
        group.Read().ShouldBeNull();

        group.Use(10).ShouldBeNull();
        var nodes = group.Nodes(10);
        nodes.Select(node => node.Node).ShouldBe(["n2", "n3"]);
        nodes.Select(node => node.Machine is null).ShouldBe([true, false], "what n1 used is not that of others");

        (lost.IsSilent, lost.IsMeasured) = (false, true);
        group.Read();
        group.Use(10)!.CpuS.ShouldBe(14);
    }

    private sealed class Unread : IResourceReader
    {
        public int Cores => 0;

        public bool IsMeasured => false;

        public ResourceReading? Read() => null;
    }

    private sealed class Node(string name, string machine, int cores, double cpuS) : INodeReader
    {
        public List<string> Said { get; init; } = [];

        public bool IsSilent { get; set; }

        public bool IsMeasured { get; set; } = true;

        string INodeReader.Node => name;

        public string Machine => machine;

        public string? Network { get; init; }

        public int Cores => cores;

        public bool IsOfThisMachine { get; init; }

        public MachineSpan? Whole => new MachineSpan(10, 20, 0);

        public void Ask() => Said.Add($"ask {name}");

        public ResourceReading? Read()
        {
            Said.Add($"read {name}");
            return IsSilent ? null : new ResourceReading(cpuS, 1, null, null) { ReceivedBytes = 100, SentBytes = 1 };
        }
    }
}
