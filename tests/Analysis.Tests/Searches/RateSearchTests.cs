using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Searches;

public class RateSearchTests
{
    /// <summary>The same with 1,000 searches each: <c>dotnet run -c Release --project bench -- search</c>.</summary>
    [Theory]
    [InlineData(4_000, 0.1)]
    [InlineData(60_000, 0.4)]
    public void Interval_CoversTheKnownKnee(double knee, double noise)
    {
        var (coverage, halfWidth, bias, _) = new SearchStudy { Knee = knee, Noise = noise }.Run(searches: 60);

        // 57 of 60 are expected; the seeds are fixed, so this is no matter of chance.
        coverage.ShouldBeInRange(0.9, 1);
        halfWidth.ShouldBeLessThan(noise / 4);
        Math.Abs(bias).ShouldBeLessThan(halfWidth / 2);
    }

    [Fact]
    public void Search_LimitBeyondTheRates_SaysSo()
    {
        var study = new SearchStudy { Knee = 60_000 };
        study.Search(seed: 1, lowest: 100, highest: 1_000).End.ShouldBe(SearchEnd.EveryRateHolds);
        study.Search(seed: 1, lowest: 1_000_000, highest: 10_000_000).End.ShouldBe(SearchEnd.NoRateHolds);
    }

    [Fact]
    public void Search_WithAPrecision_EndsBeforeItsMostSteps()
    {
        var found = new SearchStudy { Precision = 0.05 }.Search(seed: 3);
        found.End.ShouldBe(SearchEnd.Found);
        found.Steps.ShouldBeInRange(RateSearch.FewestSteps, 39);
        new SearchStudy { Precision = 0.0001 }.Search(seed: 3).End.ShouldBe(SearchEnd.MostSteps);
    }

    /// <summary>A resumed search rebuilds its state from the journal, so the same steps must give the same rate.</summary>
    [Fact]
    public void Next_IsAPureFunctionOfTheSteps()
    {
        (double, bool)[] steps = [(100_000, true), (1_000_000, false), (300_000, true), (500_000, false)];
        RateSearch Of(ulong seed) => new(steps, 1_000, 10_000_000, 0, 40, 0.95, seed);
        Of(1).Next().ShouldBe(Of(1).Next());
        Enumerable.Range(1, 10).Select(seed => Of((ulong)seed).Next()).Distinct().Count().ShouldBeGreaterThan(1);
        Of(1).Next().ShouldBeInRange(300_000, 500_000);
    }

    /// <summary>One trial that a pause of the machine spoilt far below the edge must not pull the answer down to it.</summary>
    [Fact]
    public void Rate_OneLapseFarBelow_StaysAtTheEdge()
    {
        List<(double, bool)> steps = [(10_000, false)];
        for (int i = 0; i < 20; i++)
        {
            steps.Add((95_000, true));
            steps.Add((105_000, false));
        }

        new RateSearch(steps, 1_000, 1_000_000, 0, 41, 0.95, 1).Rate.ShouldBeInRange(95_000, 105_000);
    }
}
