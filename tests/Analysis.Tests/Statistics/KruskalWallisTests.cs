using DbIngest.Analysis.Statistics;

namespace DbIngest.Analysis.Tests.Statistics;

/// <summary>The exact p-values of groups that lie wholly apart: by counting, and by the table of Kruskal, Wallis 1952.</summary>
public class KruskalWallisTests
{
    [Theory]
    [InlineData(4.571, 0.067, 2, 2, 2)]
    [InlineData(4.286, 0.100, 3, 2, 1)]
    [InlineData(5.357, 0.029, 3, 2, 2)]
    [InlineData(7.200, 0.004, 3, 3, 3)]
    public void ExactP_GroupsApart_IsThatOfTheTable(double h, double p, params int[] sizes)
    {
        var test = KruskalWallis.Of(Apart(sizes))!;

        test.H.ShouldBe(h, 0.0006);
        test.ExactP!.Value.ShouldBe(p, 0.0006);
    }

    [Fact]
    public void ExactP_FourAndSixApart_IsTwoOf210Ways()
    {
        var test = KruskalWallis.Of(Apart(4, 6))!;

        test.ExactP!.Value.ShouldBe(2.0 / 210, 1e-12);
        test.P.ShouldBeGreaterThan(0.01, "the approximation");
    }

    [Fact]
    public void ExactP_ManyValues_IsLeftToTheApproximation() => KruskalWallis.Of(Apart(20, 20))!.ExactP.ShouldBeNull();

    private static IReadOnlyList<IReadOnlyList<double>> Apart(params int[] sizes) =>
    [
        .. sizes.Select((size, group) => (IReadOnlyList<double>)[.. Enumerable.Range(0, size).Select(i => (100.0 * group) + i)]),
    ];
}
