using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Gates;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Gates;

public class AbsoluteGateTests
{
    private static readonly FakeSweep Sweep = new() { Databases = ["sqlite", "postgres"], Records = [50_000], Noise = 0.03 };

    [Fact]
    public void Judge_Throughput_FailsOnlyWhereTheWholeIntervalIsBelow()
    {
        var summary = Sweep.Summary;
        var interval = summary.Points[0].Throughput!.IntervalRecordsPerS!.Value;
        Fails(new AbsoluteGate("sqlite", GateMetric.Throughput, 0, interval.High * 1.001)).ShouldBe([true]);
        Fails(new AbsoluteGate("sqlite", GateMetric.Throughput, 0, interval.High * 0.999)).ShouldBe([false]);
        Fails(new AbsoluteGate(null, GateMetric.Throughput, 0, 1)).ShouldBe([false, false]);

        bool[] Fails(AbsoluteGate gate) => [.. gate.Judge(summary).Select(finding => finding.Fails)];
    }

    [Fact]
    public void Judge_BytesARecord_FailsAboveAndSaysSo()
    {
        var finding = new AbsoluteGate("sqlite", GateMetric.BytesPerRecord, 0, 100).Judge(Sweep.Summary).ShouldHaveSingleItem();
        finding.Fails.ShouldBeTrue();
        finding.ToString().ShouldEndWith("bytes a record 108.2 (108.2 to 108.2), above 100.0");
        new AbsoluteGate("sqlite", GateMetric.BytesPerRecord, 0, 140).Judge(Sweep.Summary).Single().Fails.ShouldBeFalse();
    }

    [Fact]
    public void Judge_Latency_FailsOnTheIntervalOfTheMergedPercentile()
    {
        var summary = Sweep.Summary;
        double p99 = summary.Points[0].Latency!.P99Us / 1e6;
        var at = new AbsoluteGate("sqlite", GateMetric.Latency, 99, p99).Judge(summary).Single();
        at.Figure.ShouldBe(p99, 1e-12);
        at.Interval.ShouldNotBeNull().Contains(p99).ShouldBeTrue();
        at.Fails.ShouldBeFalse();
        new AbsoluteGate("sqlite", GateMetric.Latency, 99, p99 / 2).Judge(summary).Single().Fails.ShouldBeTrue();
        new AbsoluteGate("sqlite", GateMetric.Latency, 99, p99 * 2).Judge(summary).Single().Fails.ShouldBeFalse();
    }

    /// <summary>A histogram of its own for each of 5,000 resamples would take 690 MB.</summary>
    [Fact]
    public void Judge_Latency_ResamplesInOneHistogram()
    {
        var summary = Sweep.Summary;
        var gate = new AbsoluteGate("sqlite", GateMetric.Latency, 99, 1);
        Allocation.LeastOf(() => gate.Judge(summary)).ShouldBeLessThan(20_000_000);
    }

    [Fact]
    public void ToString_Throughput_CountsWhatThePointCounts()
    {
        var gate = new AbsoluteGate(null, GateMetric.Throughput, 0, 50);
        var point = Sweep.Points[0];
        OperationMix.TryParse("read=1", out var mix).ShouldBeTrue();
        new GateFinding(gate, point, 100, null, Fails: false).ToString().ShouldContain(": records/s 100 ");
        new GateFinding(gate, point with { Mix = mix }, 100, null, Fails: false).ToString().ShouldContain(": operations/s 100 ");
    }

    /// <summary>A search of 10 to 1,000 records/s that found no rate leaves one side open.</summary>
    [Theory]
    [InlineData(SearchEnd.NoRateHolds, 100, true, true, "records/s below 10 (no searched rate holds), below 100")]
    [InlineData(SearchEnd.NoRateHolds, 5, false, false, "records/s below 10 (no searched rate holds), not surely below 5")]
    [InlineData(SearchEnd.EveryRateHolds, 100, false, true,
        "records/s at least 1,000 (every searched rate holds), not surely below 100")]
    [InlineData(SearchEnd.EveryRateHolds, 2000, false, false,
        "records/s at least 1,000 (every searched rate holds), not surely below 2,000")]
    [InlineData(SearchEnd.Failing, 100, false, false, "records/s none (the search is failing), not surely below 100")]
    public void Judge_SearchWithoutARate_IsJudgedByTheEndOfTheSearchedRates(
        SearchEnd end, double limit, bool fails, bool isJudged, string words)
    {
        var summary = Sweep.With(FakeSearch.Of(Sweep.Points[0], end));
        var finding = new AbsoluteGate(null, GateMetric.Throughput, 0, limit).Judge(summary).ShouldHaveSingleItem();
        finding.Fails.ShouldBe(fails);
        finding.IsJudged.ShouldBe(isJudged);
        finding.ToString().ShouldEndWith(words);
    }

    /// <summary>
    /// One trial has no interval, and two whose times differ threefold have none that is bounded; four have none of a percentile.
    /// </summary>
    [Theory]
    [InlineData(4, 1, GateMetric.Throughput, 1e9)]
    [InlineData(5, 3, GateMetric.Throughput, 1e9)]
    [InlineData(4, 1, GateMetric.BytesPerRecord, 1e-9)]
    [InlineData(7, 1, GateMetric.Latency, 1e-9)]
    public void Judge_WithoutABoundedInterval_FailsNothing(int trials, double factor, GateMetric metric, double limit)
    {
        var sweep = Sweep with
        {
            Trials = trials,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Trial == trials ? factor : 1))
        };
        var finding = new AbsoluteGate("sqlite", metric, 99, limit).Judge(sweep.Summary).Single();
        finding.Interval.ShouldBeNull();
        finding.Fails.ShouldBeFalse();
        finding.IsJudged.ShouldBeFalse();
        finding.ToString().ShouldContain("no bounded interval");
    }

    /// <summary>A gate that says nothing where nothing was measured would seem to have passed.</summary>
    [Theory]
    [InlineData(GateMetric.BytesPerRecord, "bytes a record none (not measured), not surely above 100.0")]
    [InlineData(GateMetric.Latency, "p99 ms none (not measured), not surely above 100,000")]
    public void Judge_FigureThatWasNotMeasured_IsNotJudgedAndSaysSo(GateMetric metric, string words)
    {
        var sweep = Sweep with { Trial = trial => trial with { Space = null, Latency = null } };
        var finding = new AbsoluteGate("sqlite", metric, 99, 100).Judge(sweep.Summary).ShouldHaveSingleItem();
        finding.IsJudged.ShouldBeFalse();
        finding.Fails.ShouldBeFalse();
        finding.ToString().ShouldEndWith(words);
    }

    /// <summary>A dialect of ADO.NET without a query for space, or a server that does not tell it, gives 0 bytes.</summary>
    [Fact]
    public void Judge_SpaceThatTheServerDoesNotTell_IsNotJudged()
    {
        var sweep = Sweep with { Trial = trial => trial with { Space = trial.Space! with { BytesPerRecord = 0 } } };
        var finding = new AbsoluteGate("sqlite", GateMetric.BytesPerRecord, 0, 140).Judge(sweep.Summary).ShouldHaveSingleItem();
        finding.IsJudged.ShouldBeFalse();
        finding.ToString().ShouldContain("bytes a record none (not measured)");
    }

    [Theory]
    [InlineData(null, GateMetric.Throughput, 100_000, "throughput below 100,000 records/s")]
    [InlineData("sqlite", GateMetric.BytesPerRecord, 140.5, "sqlite: bytes a record above 140.5")]
    [InlineData(null, GateMetric.Latency, 0.05, "p99 above 50 ms")]
    public void Words_OfAGate_NameMetricAndLimit(string? database, GateMetric metric, double limit, string words) =>
        new AbsoluteGate(database, metric, 99, limit).Words.ShouldBe(words);

    [Fact]
    public void Judge_LatencyOfManyTrials_ResamplesNeighboursTogether()
    {
        var finding = new AbsoluteGate("sqlite", GateMetric.Latency, 99, 1)
            .Judge((Sweep with { Trials = 253, BatchesRecorded = 10 }).Summary).Single();
        finding.Interval.ShouldNotBeNull().Contains(finding.Figure).ShouldBeTrue();
    }

    [Fact]
    public void Judge_NullTargetAndMissingPoints_AreLeftOut()
    {
        var gate = new AbsoluteGate(null, GateMetric.Throughput, 0, double.MaxValue);
        gate.Judge((Sweep with { Databases = ["null"] }).Summary).ShouldBeEmpty();
        gate.Judge((Sweep with { Trial = _ => null }).Summary).ShouldBeEmpty();
    }

    /// <summary>A figure that truly is at the limit: at most 2.5 % of sweeps fail, here over 400 points of 10 trials.</summary>
    [Fact]
    public void Judge_FigureAtTheLimit_FailsAsSeldomAsStated()
    {
        var wide = Sweep with
        {
            Databases = ["sqlite"],
            Records = [.. Enumerable.Range(1, 400).Select(i => 500L * i)],
            Trial = Normal(3)
        };
        var findings = new AbsoluteGate(null, GateMetric.Throughput, 0, 100_000).Judge(wide.Summary);
        findings.Count.ShouldBe(400);
        findings.Average(finding => finding.Fails ? 1 : 0).ShouldBeInRange(0.005, 0.05);
    }

    /// <summary>
    /// Three deployments of 100, 110 and 120 bytes a record: 110 +- 4.302653 x 10 / sqrt(3), by the table of t at 2 degrees of
    /// freedom, reaches below 100. Their 18 trials as if independent have 106 to 114.
    /// </summary>
    [Fact]
    public void Judge_BytesOfBlocks_TakesEachDeploymentOnce()
    {
        var sweep = InBlocks(3, 6, (trial, block) => trial with
        {
            Space = trial.Space! with { BytesPerRecord = 90 + (10 * block) },
        });
        var finding = new AbsoluteGate(null, GateMetric.BytesPerRecord, 0, 100).Judge(sweep.Summary).ShouldHaveSingleItem();
        finding.Figure.ShouldBe(110, 1e-9);
        finding.Interval!.Value.Low.ShouldBe(110 - 24.8414, 1e-3);
        finding.Fails.ShouldBeFalse();
    }

    /// <summary>
    /// Deployments whose batches all take 10, 20 ... 50 ms: a median of five resampled deployments is 10 ms or less in 6 % of
    /// resamples (binomial), that of fifteen resampled trials in 0.4 %.
    /// </summary>
    [Fact]
    public void Judge_LatencyOfBlocks_ResamplesWholeBlocks()
    {
        var gate = new AbsoluteGate(null, GateMetric.Latency, 50, 0.012);
        var blocks = InBlocks(5, 3, (trial, block) => trial with { Latency = Batches(trial, 10 * block) });
        var finding = gate.Judge(blocks.Summary).ShouldHaveSingleItem();
        finding.Interval!.Value.Low.ShouldBe(0.010, 1e-4);
        finding.Interval!.Value.High.ShouldBe(0.050, 5e-4);
        finding.Fails.ShouldBeFalse();
        var alone = blocks with { Trial = trial => blocks.Trial(trial)! with { Block = null, DeployedUtc = null } };
        gate.Judge(alone.Summary).Single().Fails.ShouldBeTrue("the same trials of one deployment");
    }

    [Fact]
    public void Judge_LatencyOfFourBlocks_IsNotJudged()
    {
        var sweep = InBlocks(4, 6, (trial, block) => trial with { Latency = Batches(trial, 10 * block) });
        var finding = new AbsoluteGate(null, GateMetric.Latency, 50, 0.001).Judge(sweep.Summary).ShouldHaveSingleItem();
        finding.IsJudged.ShouldBeFalse();
        finding.ToString().ShouldContain("no bounded interval: more blocks give one");
    }

    /// <summary>As of a damaged journal. Each histogram holds 2^62 batches: two exceed a counter of 64 bits.</summary>
    [Fact]
    public void Judge_LatencyOfCountsThatOverflowTogether_IsNotJudged()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_000_000);
        for (int doubling = 0; doubling < 62; doubling++)
        {
            histogram.Merge(histogram);
        }

        var sweep = Sweep with { Databases = ["sqlite"], Trial = trial => trial with { Latency = LatencySummary.Of(histogram) } };
        var finding = new AbsoluteGate(null, GateMetric.Latency, 99, 1).Judge(sweep.Summary).ShouldHaveSingleItem();
        finding.IsJudged.ShouldBeFalse();
        finding.ToString().ShouldContain("none (not measured)");
    }

    /// <summary>Batches that take 1 ms once they are sent and wait for a lane for the rest of 80 ms.</summary>
    [Fact]
    public void Judge_LatencyOfAnOpenLoop_IsThatOfResponses()
    {
        var gate = new AbsoluteGate(null, GateMetric.Latency, 99, 0.05);
        var open = Sweep with
        {
            Databases = ["sqlite"],
            At = point => point with { Rate = ArrivalRate.TryParse("100000", out var rate) ? rate : null },
            Trial = trial => trial with
            {
                Latency = Batches(trial, 1),
                OpenLoop = new OpenLoopResult
                {
                    Response = Batches(trial, 80),
                    LargestBacklogBatches = 1,
                    LastBacklogBatches = 0,
                },
            },
        };
        var finding = gate.Judge(open.Summary).ShouldHaveSingleItem();
        finding.Figure.ShouldBe(0.080, 1e-3);
        finding.Fails.ShouldBeTrue();
        finding.ToString().ShouldContain(": response p99 ms ");

        // A trial of an older version without response times leaves service times alone to compare.
        var mixed = open with
        {
            Trial = trial => trial.Trial == 8 ? trial with { Latency = Batches(trial, 1) } : open.Trial(trial),
        };
        var service = gate.Judge(mixed.Summary).ShouldHaveSingleItem();
        service.Fails.ShouldBeFalse();
        service.ToString().ShouldContain(": p99 ms ");
    }

    private static FakeSweep InBlocks(int blocks, int each, Func<TrialResult, int, TrialResult> change) => Sweep with
    {
        Databases = ["sqlite"],
        Trials = blocks * each,
        WarmUp = 0,
        BatchesRecorded = 10,
        Trial = trial =>
        {
            int block = 1 + ((trial.Trial - 1) / each);
            return change(trial, block) with
            {
                Block = block,
                DeployedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero).AddHours(block),
            };
        },
    };

    /// <summary>A hundred batches of one latency.</summary>
    private static LatencySummary Batches(TrialResult trial, long ms)
    {
        var histogram = new LatencyHistogram();
        for (int batch = 0; batch < 100; batch++)
        {
            histogram.Record(ms * 1_000_000);
        }

        return trial.Latency! with { Batches = 100, Histogram = histogram.Encode() };
    }

    private static Func<TrialResult, TrialResult> Normal(ulong seed)
    {
        var random = new SplitMix64(seed);
        return trial => FakeSweep.WithElapsed(
            trial,
            trial.Point.TotalRecords / 100_000.0
                * (1 + (0.05 * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble()))));
    }
}
