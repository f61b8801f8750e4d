using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Pipeline;

public sealed class ArrivalProcessTests
{
    [Theory]
    [InlineData("1000")]
    [InlineData("1000:poisson")]
    public void Next_SameSeedAndSource_SameArrivals(string rate)
    {
        long[] once = Arrivals(rate, seed: 7, source: 2, count: 100);

        Arrivals(rate, seed: 7, source: 2, count: 100).ShouldBe(once);
        Arrivals(rate, seed: 8, source: 2, count: 100).ShouldNotBe(once);
        Arrivals(rate, seed: 7, source: 3, count: 100).ShouldNotBe(once);
        once.ShouldBe(once.Order());
    }

    [Fact]
    public void Next_FixedRate_IsEquallySpacedAndBeginsWithinItsFirstInterval()
    {
        // 1,000 records/s over 4 sources in batches of 10: every source has a batch each 40 ms.
        long[] arrivals = Arrivals("1000", seed: 1, source: 0, count: 50);
        double interval = 0.04 * Stopwatch.Frequency;

        arrivals[0].ShouldBeInRange(0, (long)interval);
        arrivals.Zip(arrivals.Skip(1), (a, b) => b - a).ShouldAllBe(gap => Math.Abs(gap - interval) <= 1);
    }

    [Fact]
    public void Next_RateOfEachSource_IsNotDividedByTheSources() =>
        Gaps("1000/source").Average().ShouldBe(0.01, 1e-6);

    [Fact]
    public void Next_Poisson_HasTheGapsOfAnExponentialDistribution()
    {
        // Mean and standard deviation of an exponential distribution are equal, its median is ln 2 of them; 5 standard errors.
        const int count = 20_000;
        double[] gaps = Gaps("1000/source:poisson", count);
        double mean = gaps.Average();
        double sd = Math.Sqrt(gaps.Average(gap => (gap - mean) * (gap - mean)));

        mean.ShouldBe(0.01, 5 * 0.01 / Math.Sqrt(count));
        sd.ShouldBe(0.01, 5 * 0.01 * Math.Sqrt(2.0 / count));
        gaps.Order().ElementAt(count / 2).ShouldBe(0.01 * Math.Log(2), 5 * 0.01 / Math.Sqrt(count));
    }

    private static double[] Gaps(string rate, int count = 1000)
    {
        long[] arrivals = Arrivals(rate, seed: 3, source: 1, count + 1);
        return [.. arrivals.Zip(arrivals.Skip(1), (a, b) => (b - a) / (double)Stopwatch.Frequency)];
    }

    private static long[] Arrivals(string text, ulong seed, int source, int count)
    {
        ArrivalRate.TryParse(text, out var rate).ShouldBeTrue();
        var process = new ArrivalProcess(rate, sources: 4, batch: 10, seed, source);
        long[] arrivals = new long[count];
        for (int i = 0; i < count; i++)
        {
            arrivals[i] = process.Next;
            process.Advance();
        }

        return arrivals;
    }
}
