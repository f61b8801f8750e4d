using DbIngest.Abstractions.Operations;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>What a comparison says of reads beside the load.</summary>
public sealed class ReadTimeComparisonTests
{
    [Fact]
    public void Compare_QuestionsOfBoth_HaveTheRatioOfTheirMedians()
    {
        var comparison = Comparison.Of(Asked(ms: 2), Asked(ms: 6), 0.05);

        var read = comparison.ReadTimes.ShouldHaveSingleItem();
        read.Read.ShouldBe("last");
        read.AP50Ms.ShouldBe(2.1, 0.05);
        read.BP50Ms.ShouldBe(6.3, 0.1);
        read.Ratio.ShouldBe(3, 0.02);

        // Trials of 1.0 and 1.1 times the time in turn, ten of them: the standard error of a mean is s = 1.587 % of it. By
        // Fieller's theorem with t(0.95, 18) = 2.101 the ends are 3 (1 +- t s sqrt(2 - t^2 s^2)) / (1 - t^2 s^2).
        read.RatioInterval!.Value.Low.ShouldBe(2.862, 0.005);
        read.RatioInterval!.Value.High.ShouldBe(3.145, 0.005);
        ReadTimeTable.Of(comparison).ShouldNotBeNull().Rows.ShouldHaveSingleItem()
            .ShouldBe(["sqlite", "last", "2.100", "6.300", "3.000", "2.862", "3.145"]);
    }

    [Fact]
    public void Compare_OneRunAndSeveral_HasNoInterval()
    {
        var comparison = Comparison.Of([Asked(ms: 2)], [Asked(ms: 6), Asked(ms: 6)], 0.05);

        var read = comparison.ReadTimes.ShouldHaveSingleItem();
        (read.Ratio is > 2.9 and < 3.1, read.RatioInterval).ShouldBe((true, null));
    }

    [Fact]
    public void Compare_OneSideWithoutReads_SaysNothing()
    {
        var comparison = Comparison.Of(new FakeSweep { Records = [10_000] }.Summary, Asked(ms: 6), 0.05);

        comparison.ReadTimes.ShouldBeEmpty();
        ReadTimeTable.Of(comparison).ShouldBeNull();
    }

    /// <summary>
    /// Of ten records A saw nine within 1 to 9 ms, and B four within 1 to 4 ms and the sixth after 7 ms. Half of B's records were
    /// seen after 7 ms at the earliest: the medians of those that were seen would be 5 and 3 ms.
    /// </summary>
    [Fact]
    public void Compare_RecordsThatWereNeverSeen_CountByHowLongTheyWereAskedFor()
    {
        var comparison = Comparison.Of(Probed([1, 2, 3, 4, 5, 6, 7, 8, 9], 30_000, 1), Probed([1, 2, 3, 4, 7], 30_000, 5), 0.05);

        var read = comparison.ReadTimes.ShouldHaveSingleItem();
        read.Read.ShouldBe("visible after");
        read.AP50Ms.ShouldBe(5, 0.05);
        read.BP50Ms.ShouldBe(7, 0.07);
    }

    /// <summary>Where most records were never seen, nobody knows the median: that of those that were would flatter.</summary>
    [Fact]
    public void Compare_MostRecordsNeverSeen_SaysNothing() =>
        Comparison.Of(Probed([1, 2, 3, 4, 5], 30_000, 1), Probed([1, 2], 30_000, 8), 0.05).ReadTimes.ShouldBeEmpty();

    private static SweepSummary Probed(int[] seenMs, int waitedMs, int waiting) => new FakeSweep
    {
        Records = [10_000],
        Trial = trial => trial with
        {
            Freshness = new FreshnessResult
            {
                Probes = seenMs.Length + waiting,
                Seen = LatencySummary.Of(Times(seenMs)),
                Waited = LatencySummary.Of(Times([.. Enumerable.Repeat(waitedMs, waiting)])),
                MissedAtFirst = waiting,
                LongestInvisibleS = 30,
                Unseen = waiting,
                Errors = 0,
                MayLag = true,
            },
        },
    }.Summary;

    private static LatencyHistogram Times(int[] ms)
    {
        var times = new LatencyHistogram();
        Array.ForEach(ms, one => times.Record(one * 1_000_000L));
        return times;
    }

    private static SweepSummary Asked(double ms) => new FakeSweep
    {
        Records = [10_000],
        Trial = trial => trial with { Queries = [Last(trial.Trial % 2 == 0 ? ms : 1.1 * ms)] },
    }.Summary;

    private static TimeQueryResult Last(double ms)
    {
        var times = new LatencyHistogram();
        for (int answer = 0; answer < 40; answer++)
        {
            times.Record((long)(ms * 1e6));
        }

        return new TimeQueryResult
        {
            Kind = TimeQueryKind.Last,
            Service = LatencySummary.Of(times),
            Response = LatencySummary.Of(times),
            Records = 1,
            Behind = 0,
            Errors = 0,
            Skipped = 0,
        };
    }
}
