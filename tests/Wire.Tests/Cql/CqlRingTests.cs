using System.Net;
using DbIngest.Wire.Cql.Topology;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Cql;

public sealed class CqlRingTests
{
    [Theory]
    [InlineData(-100L, 0)]
    [InlineData(-101L, 0)]
    [InlineData(-99L, 1)]
    [InlineData(0L, 1)]
    [InlineData(1L, 2)]
    [InlineData(100L, 2)]
    [InlineData(101L, 0)]
    [InlineData(long.MaxValue, 0)]
    public void Replicas_Token_BelongsToTheNextOwnerClockwise(long token, int owner)
    {
        var ring = new CqlRing([Node(0, "r", -100), Node(1, "r", 0), Node(2, "r", 100)]);
        Replicas(ring, token, 1).ShouldBe([owner]);
    }

    [Fact]
    public void Replicas_Factor3OnOneRack_AreTheNextThree() =>
        Replicas(new CqlRing([Node(0, "r", 0), Node(1, "r", 10), Node(2, "r", 20), Node(3, "r", 30)]), 15, 3).ShouldBe([2, 3, 0]);

    [Fact]
    public void Replicas_SeveralRacks_EachRackFirstAndThenThePassedOver() =>
        Replicas(new CqlRing([Node(0, "a", 0), Node(1, "a", 10), Node(2, "b", 20), Node(3, "a", 30)]), 0, 3).ShouldBe([0, 2, 1]);

    [Fact]
    public void Replicas_OtherDataCentre_IsNotUsed()
    {
        var far = Node(1, "r", 10) with { DataCenter = "far" };
        Replicas(new CqlRing([Node(0, "r", 0), far, Node(2, "r", 20)]), 5, 3).ShouldBe([2, 0]);
    }

    [Fact]
    public void Replicas_AnyRing_AreDistinctAndAsManyAsPossible() => Prop.ForAll(
        Gen.Choose(1, 9).Four().ToArbitrary(),
        ArbMap.Default.ArbFor<long>(),
        (x, token) =>
        {
            (int nodes, int perNode, int racks, int factor) = x;
            var ring = new CqlRing([.. Enumerable.Range(0, nodes).Select(n =>
                Node(n, $"{n % racks}",
                    [.. Enumerable.Range(0, perNode).Select(t => (long)((ulong)((n * 31) + t) * 0x9e3779b97f4a7c15))]))]);
            int[] replicas = Replicas(ring, token, factor);
            return replicas.Distinct().Count() == Math.Min(nodes, factor) && replicas.Length == Math.Min(nodes, factor);
        }).QuickCheckThrowOnFailure();

    private static int[] Replicas(CqlRing ring, long token, int factor)
    {
        int[] found = new int[factor];
        return found[..ring.Replicas(token, found)];
    }

    private static CqlNode Node(int index, string rack, params long[] tokens) =>
        new(Guid.NewGuid(), new IPEndPoint(IPAddress.Loopback, 9000 + index), "dc", rack, tokens);
}
