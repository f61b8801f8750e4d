using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>Quantiles of times of which some had not ended.</summary>
public class KaplanMeierTests
{
    /// <summary>
    /// Weeks of remission under 6-mercaptopurine, of E. J. Freireich et al., Blood 21 (1963), the example of most textbooks.
    /// Their estimates: S(6) = 0.857, S(7) = 0.807, S(10) = 0.753, S(13) = 0.690, S(16) = 0.627, S(22) = 0.538, S(23) = 0.448.
    /// </summary>
    private static readonly (long, long)[] Ended = [(6, 3), (7, 1), (10, 1), (13, 1), (16, 1), (22, 1), (23, 1)];

    private static readonly (long, long)[] GoingOn =
        [(6, 1), (9, 1), (10, 1), (11, 1), (17, 1), (19, 1), (20, 1), (25, 1), (32, 2), (34, 1), (35, 1)];

    [Theory]
    [InlineData(0.5, 23.0)]
    [InlineData(0.14, 6.0)]
    [InlineData(0.18, 7.0)]
    [InlineData(0.24, 10.0)]
    [InlineData(0.25, 13.0)]
    [InlineData(0.37, 16.0)]
    [InlineData(0.46, 22.0)]
    [InlineData(0.55, 23.0)]
    [InlineData(0.56, null)]
    public void Quantiles_Remissions_AreThePublishedOnes(double share, double? weeks) =>
        KaplanMeier.Quantiles(Ended, GoingOn, share).ShouldBe([weeks]);

    [Fact]
    public void Quantiles_AllEnded_AreThoseOfNearestRank() =>
        KaplanMeier.Quantiles([(30, 1), (10, 1), (20, 2)], [], 0.25, 0.5, 0.75, 0.76, 1).ShouldBe([10, 20, 20, 30, 30]);

    [Fact]
    public void Quantiles_NoneEnded_AreUnknown() => KaplanMeier.Quantiles([], [(5, 3)], 0.5).ShouldBe([null]);
}
