using DbIngest.Core.Latency;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Searches;

public class StepVerdictTests
{
    [Theory]
    [InlineData("p99:50ms", 10, 0, true)]
    [InlineData("p99:50ms", 60, 0, false)]
    [InlineData("p50:50ms", 10, 1000, false)]
    [InlineData("backlog:5", 60, 5, true)]
    [InlineData("backlog:5", 10, 6, false)]
    [InlineData("errors:1%", 10, 0, true)]
    public void Holds_ByLatencyAndBacklog(string limit, int milliseconds, long waiting, bool holds) =>
        StepVerdict.Holds(Limit(limit), Trial(milliseconds, waiting)).ShouldBe(holds);

    /// <summary>
    /// Batches that were never begun have no response time: they count as slower than any limit. 1,000 answered at once and 12
    /// waiting are more than 1 % that break p99.
    /// </summary>
    [Fact]
    public void Holds_FewBatchesWaiting_CountAsSlowest()
    {
        StepVerdict.Holds(Limit("p99:50ms"), Trial(10, waiting: 9)).ShouldBe(true);
        double.IsPositiveInfinity(StepVerdict.Value(Limit("p99:50ms"), Trial(10, waiting: 12))).ShouldBeTrue();
    }

    /// <summary>99.9 / 100 is a little more than 0.999, so that 999 answers of 1,000 arrivals had been too few.</summary>
    [Fact]
    public void Value_AsManyAnswersAsThePercentileTakes_IsKnown()
    {
        StepVerdict.Value(Limit("p99.9:50ms"), Trial(10, waiting: 1, answered: 999)).ShouldBe(0.01, 1e-9);
        double.IsPositiveInfinity(StepVerdict.Value(Limit("p99.9:50ms"), Trial(10, waiting: 2, answered: 998))).ShouldBeTrue();
    }

    [Fact]
    public void Holds_GivenUpBatch_BreaksEveryLimitButThatOfErrors()
    {
        var trial = Trial(10, waiting: 0) with { Status = TrialStatus.Incomplete, FailedRecords = 5 };
        StepVerdict.Holds(Limit("p99:50ms"), trial).ShouldBe(false);
        StepVerdict.Holds(Limit("errors:1%"), trial).ShouldBe(true);
        StepVerdict.Holds(Limit("errors:1%"), trial with { RetriedRecords = 700 }).ShouldBe(false);
    }

    /// <summary>A lost source process, or an audit that cannot read, leaves no count that could hold a limit of errors.</summary>
    [Fact]
    public void Holds_FailedWithoutAGivenUpBatch_SaysNothingOfErrors()
    {
        var trial = Trial(10, waiting: 0) with { Status = TrialStatus.Incomplete };
        StepVerdict.Holds(Limit("errors:1%"), trial).ShouldBeNull();
        StepVerdict.Holds(Limit("p99:50ms"), trial).ShouldBe(false);
        StepVerdict.Holds(Limit("backlog:5"), trial).ShouldBe(false);
    }

    /// <summary>A mix counts operations: records given up, or acknowledged, are not what its limit of errors is about.</summary>
    [Fact]
    public void Holds_ErrorsOfAMix_AreThoseOfItsOperations()
    {
        var mix = Trial(10, waiting: 0) with { AcknowledgedRecords = 0, AcknowledgedOperations = 1000, FailedOperations = 0 };
        StepVerdict.Holds(Limit("errors:1%"), mix).ShouldBe(true);
        StepVerdict.Holds(Limit("errors:1%"), mix with { FailedOperations = 20 }).ShouldBe(false);
        StepVerdict.Holds(Limit("errors:1%"), mix with { RetriedOperations = 20 }).ShouldBe(false);
    }

    [Fact]
    public void Holds_TrialThatSaysNothing_IsUnknown()
    {
        StepVerdict.Holds(Limit("p99:50ms"), Trial(10, 0) with { Status = TrialStatus.Invalid }).ShouldBeNull();
        StepVerdict.Holds(Limit("p99:50ms"), Trial(10, 0) with
        {
            OpenLoop = new OpenLoopResult { LargestBacklogBatches = 0, LastBacklogBatches = 0 },
        }).ShouldBeNull();
    }

    /// <summary>The report of a search names the damage (rule 14), and does not end by it.</summary>
    [Fact]
    public void Holds_DamagedHistogram_SaysNothingOfResponseTimes()
    {
        var open = Trial(10, 0).OpenLoop!;
        var damaged = Trial(10, 0) with { OpenLoop = open with { Response = open.Response! with { Histogram = "AAAA" } } };
        StepVerdict.Holds(Limit("p99:50ms"), damaged).ShouldBeNull();
        double.IsNaN(StepVerdict.Value(Limit("p99:50ms"), damaged)).ShouldBeTrue();
        StepVerdict.Holds(Limit("p99:50ms"), damaged with { Status = TrialStatus.Incomplete }).ShouldBe(false);
        StepVerdict.Holds(Limit("backlog:5"), damaged).ShouldBe(true);
    }

    /// <summary>A disk that is full before the trial begins is full at every rate: no lower one would hold.</summary>
    [Fact]
    public void Holds_RecordsThatCouldNotBeLoaded_SayNothing()
    {
        var failed = Trial(10, 0) with { Status = TrialStatus.Incomplete, OpenLoop = null, Error = "No space left." };
        Prefill.TryParse("10M", out var prefill).ShouldBeTrue();
        var unloaded = failed with { Point = failed.Point with { Prefill = prefill } };

        StepVerdict.Holds(Limit("p99:50ms"), unloaded).ShouldBeNull();
        StepVerdict.Holds(Limit("p99:50ms"), failed).ShouldBe(false);
        StepVerdict.Holds(Limit("p99:50ms"), unloaded with
        {
            Load = new LoadResult
            {
                Position = 0,
                StartedUtc = DateTimeOffset.UnixEpoch,
                Records = 10_000_000,
                LoadS = 100,
                RecordsPerS = 100_000,
                Retries = 0,
                Conflicts = 0,
                SettleS = 1,
            },
        }).ShouldBe(false);
    }

    [Theory]
    [InlineData("p99:50ms", "p99:50ms")]
    [InlineData("P99.9:2s", "p99.9:2000ms")]
    [InlineData("backlog:1000", "backlog:1000")]
    [InlineData("errors:0.5%", "errors:0.5%")]
    [InlineData("p99.0004:50.0000004ms", "p99:50ms")]
    [InlineData("errors:0.5000004%", "errors:0.5%")]
    public void Limit_ReadsWhatItWrites(string text, string written)
    {
        Limit(text).ToString().ShouldBe(written);
        Limit(written).ShouldBe(Limit(text));
    }

    [Theory]
    [InlineData("p99")]
    [InlineData("p100:50ms")]
    [InlineData("p99:50")]
    [InlineData("p99:0ms")]
    [InlineData("p99:0.0004us")]
    [InlineData("backlog:1.5")]
    [InlineData("errors:1")]
    [InlineData("")]
    public void Limit_Other_IsRefused(string text) => SearchLimit.TryParse(text, out _).ShouldBeFalse();

    private static SearchLimit Limit(string text)
    {
        SearchLimit.TryParse(text, out var limit).ShouldBeTrue();
        return limit!;
    }

    private static TrialResult Trial(int milliseconds, long waiting, int answered = 1000)
    {
        var histogram = new LatencyHistogram();
        for (int i = 0; i < answered; i++)
        {
            histogram.Record(milliseconds * 1_000_000L);
        }

        return new TrialResult
        {
            Point = Points.Of(),
            Trial = 1,
            WarmUp = false,
            Position = 0,
            StartedUtc = DateTimeOffset.UnixEpoch,
            Status = TrialStatus.Complete,
            ElapsedS = 10,
            AcknowledgedRecords = 64_000,
            OpenLoop = new OpenLoopResult
            {
                Response = LatencySummary.Of(histogram),
                LargestBacklogBatches = waiting,
                LastBacklogBatches = waiting,
            },
        };
    }
}
