using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>Bounds as R gives them: <c>binom.test(x, n, alternative = "less")$conf.int[2]</c>.</summary>
public sealed class BinomialBoundTests
{
    [Theory]
    [InlineData(0, 1, 0.95)]
    [InlineData(0, 5, 0.4507197)]
    [InlineData(0, 10, 0.2588656)]
    [InlineData(0, 100, 0.02951305)]
    [InlineData(1, 10, 0.3941633)]
    [InlineData(3, 10, 0.6066242)]
    [InlineData(5, 5, 1)]
    public void Upper_AtFivePercent_IsThatOfClopperAndPearson(int successes, int n, double bound) =>
        BinomialBound.Upper(successes, n, 0.95).ShouldBe(bound, 1e-6);

    [Fact]
    public void Upper_ManyTrials_DoesNotUnderflow() => BinomialBound.Upper(10, 10_000, 0.95).ShouldBe(0.001696, 1e-5);
}
