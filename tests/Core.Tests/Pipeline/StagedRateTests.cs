using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Pipeline;

public sealed class StagedRateTests
{
    [Theory]
    [InlineData("1k@1m,20k@5m", "1000@60s,20000@300s")]
    [InlineData("1k..20k@90/source:poisson", "1000..20000@90s/source:poisson")]
    [InlineData("1k@10s, 0@5s, 1k@10s", "1000@10s,0@5s,1000@10s")]
    [InlineData("1.00000004@0.33333333s", "1@0.333333s")]
    public void Rate_WithStages_ReadsWhatItWrites(string text, string written)
    {
        Rate(text).ToString().ShouldBe(written);
        Rate(written).ShouldBe(Rate(text));
    }

    [Theory]
    [InlineData("1k@")]
    [InlineData("1k@0s")]
    [InlineData("1k@0.4us")]
    [InlineData("0@5s")]
    [InlineData("1k,2k@5s")]
    [InlineData("1k..2k..3k@5s")]
    [InlineData("1k..2k")]
    public void Rate_Other_IsRefused(string text) => ArrivalRate.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void Split_SemicolonsSeparateRatesWithStages()
    {
        ArrivalRate.Split("1k,2k").ShouldBe(["1k", "2k"]);
        ArrivalRate.Split("1k@1m,2k@1m").ShouldBe(["1k@1m,2k@1m"]);
        ArrivalRate.Split("1k@1m,2k@1m;5k@1m").ShouldBe(["1k@1m,2k@1m", "5k@1m"]);
    }

    /// <summary>Each stage has as many arrivals as its rate says, and the last rate goes on after it.</summary>
    [Theory]
    [InlineData("100@2s,1000@2s,100@2s", new[] { 20, 200, 20, 10 })]
    [InlineData("0..1000@4s,1000@2s", new[] { 50, 150, 200, 100 })]
    [InlineData("1000..0@4s,0@2s", new[] { 150, 50, 0, 0 })]
    public void Arrivals_FollowTheStages(string rate, int[] expected)
    {
        double[] times = [.. Times(rate, 1000).TakeWhile(time => time < 7)];
        double[] ends = [2, 4, 6, 7];
        for (int i = 0; i < ends.Length; i++)
        {
            double from = i == 0 ? 0 : ends[i - 1];
            times.Count(time => time >= from && time < ends[i]).ShouldBeInRange(expected[i] - 1, expected[i] + 1);
        }
    }

    [Fact]
    public void Arrivals_Poisson_HaveTheMeanOfEachStage()
    {
        double[] times = [.. Times("100@10s,1k@10s:poisson", 20_000).TakeWhile(time => time < 20)];

        // 1,000 and 10,000 are expected, with standard deviations of 32 and 100.
        times.Count(time => time < 10).ShouldBeInRange(850, 1150);
        times.Count(time => time >= 10).ShouldBeInRange(9500, 10_500);
    }

    [Fact]
    public void Arrivals_ConstantStage_AreThoseOfTheConstantRate()
    {
        double[] staged = [.. Times("1000@5s", 500)];
        staged.Zip(staged.Skip(1), (a, b) => b - a).ShouldAllBe(gap => Math.Abs(gap - 0.01) < 1e-9);
        staged.ShouldBe(Times("1000@5s", 500), "a pure function of rate, seed and source");
    }

    /// <summary>Times of arrivals in seconds, of one source with 10 records a batch.</summary>
    private static IEnumerable<double> Times(string rate, int most)
    {
        bool isPoisson = Rate(rate).IsPoisson;
        var process = new ArrivalProcess(Rate(rate), sources: 1, batch: isPoisson ? 1 : 10, seed: 3, source: 0);
        for (int i = 0; i < most; i++)
        {
            yield return process.Next / (double)Stopwatch.Frequency;
            process.Advance();
        }
    }

    private static ArrivalRate Rate(string text)
    {
        ArrivalRate.TryParse(text, out var rate).ShouldBeTrue();
        return rate!;
    }
}
