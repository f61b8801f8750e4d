using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Tests.Targets;

public sealed class CopiesTests
{
    [Theory]
    [InlineData(1, 1, 0)]
    [InlineData(2, 2, 1)]
    [InlineData(3, 2, 1)]
    [InlineData(4, 3, 2)]
    [InlineData(5, 3, 2)]
    public void Majority_OfKept_IsMoreThanHalf(int kept, int acknowledged, int lost)
    {
        var copies = Copies.Majority(kept);
        copies.ShouldBe(new Copies(acknowledged, kept));
        copies.SurvivesNodes.ShouldBe(lost);
    }

    [Fact]
    public void Least_OfTwo_IsWhatBothPromise()
    {
        Copies.Least(null, null).ShouldBeNull();
        Copies.Least(Copies.Majority(3), null).ShouldBe(Copies.One);
        Copies.Least(Copies.Majority(3), new Copies(3, 3)).ShouldBe(new Copies(2, 3));
    }

    [Fact]
    public void ToString_SaysWhatIsLostWithANode()
    {
        new Copies(1, 3).ToString().ShouldBe("on 1 of 3 nodes when acknowledged, so that the loss of a node may lose it");
        Copies.Majority(3).ToString().ShouldBe("on 2 of 3 nodes when acknowledged, so that it survives the loss of any one");
    }
}
