using DbIngest.Analysis.Compare;

namespace DbIngest.Analysis.Tests.Compare;

public class PairedPowerTests
{
    /// <summary>
    /// k x 2 / 2^n at most 1 - c, from powers of two: 2 / 64 and 2 x 2 / 128 are 0.031, 10 x 2 / 512 is 0.039. Beyond 14 pairs
    /// 9,999 draws give 2 / 10,000, so that 300 points need 0.06.
    /// </summary>
    [Theory]
    [InlineData(1, 0.95, 6)]
    [InlineData(2, 0.95, 7)]
    [InlineData(10, 0.95, 9)]
    [InlineData(1, 0.99, 8)]
    [InlineData(300, 0.95, 14)]
    [InlineData(1000, 0.95, null)]
    public void FewestAbove_PointsAndLevel_IsTheFirstThatCan(int points, double confidence, int? fewest)
    {
        PairedPower.FewestAbove(0, points, confidence).ShouldBe(fewest);
        if (fewest is { } pairs)
        {
            PairedPower.CanShow(pairs, points, confidence).ShouldBeTrue();
            PairedPower.CanShow(pairs - 1, points, confidence).ShouldBeFalse();
        }
    }

    [Fact]
    public void FewestAbove_MoreThanCanBeEnumerated_IsNone()
    {
        PairedPower.CanShow(20, 300, 0.95).ShouldBeFalse();
        PairedPower.FewestAbove(20, 300, 0.95).ShouldBeNull();
    }
}
