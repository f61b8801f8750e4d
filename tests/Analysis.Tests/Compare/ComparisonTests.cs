using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Compare;

public class ComparisonTests
{
    private static readonly FakeSweep Reference = new();

    private static readonly FakeSweep Repeated = Reference with { Seed = 2 };

    [Fact]
    public void Of_Repetition_IsEquivalent()
    {
        var comparison = Comparison.Of(Reference.Summary, Repeated.Summary, 0.05);
        comparison.Verdict.ShouldBe(OverallVerdict.Equivalent);
        comparison.IsRegression.ShouldBeFalse();
        comparison.Points.Count.ShouldBe(2);
        comparison.Points.ShouldAllBe(point => point.RatioInterval!.Value.Contains(point.Ratio!.Value));
        comparison.GeometricMeanRatio!.Value.ShouldBe(1, 0.02);
        comparison.Points.ShouldAllBe(point => point.Reservations.Contains("one run a side"),
            "two runs that are equal by chance may differ as well as two that differ");
        ComparisonTable.Of(comparison).Notes
            .ShouldContain(note => note.StartsWith("One run a side at 2 of 2 points with a verdict", StringComparison.Ordinal));
        ComparisonTable.Of(comparison).Notes
            .ShouldContain(note => note.Contains("Let a build compare several", StringComparison.Ordinal));
        var several = Comparison.Of([Reference.Summary, Repeated.Summary], [Reference.Summary, Repeated.Summary], 0.05);
        ComparisonTable.Of(several)
            .Notes.ShouldNotContain(note => note.Contains("Let a build compare several", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(1.2, PointVerdict.Faster, OverallVerdict.Faster, false)]
    [InlineData(0.8, PointVerdict.Slower, OverallVerdict.Slower, true)]
    public void Of_OtherSpeed_IsFoundWithItsRatio(double speed, PointVerdict verdict, OverallVerdict overall, bool regression)
    {
        var comparison = Comparison.Of(Reference.Summary, (Repeated with { Speed = speed }).Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.Verdict == verdict && point.RatioInterval!.Value.Contains(speed));
        comparison.Verdict.ShouldBe(overall);
        comparison.IsRegression.ShouldBe(regression);
    }

    [Fact]
    public void Of_SlowerWithinTheThreshold_IsNoRegression()
    {
        var comparison = Comparison.Of(Reference.Summary, (Repeated with { Speed = 0.9 }).Summary, 0.2);
        comparison.Verdict.ShouldBe(OverallVerdict.Equivalent);
        comparison.IsRegression.ShouldBeFalse();
    }

    [Fact]
    public void Of_Sides_AreReciprocal()
    {
        var forth = Comparison.Of(Reference.Summary, (Repeated with { Speed = 0.8 }).Summary, 0.05).Points[0];
        var back = Comparison.Of((Repeated with { Speed = 0.8 }).Summary, Reference.Summary, 0.05).Points[0];
        (forth.Ratio!.Value * back.Ratio!.Value).ShouldBe(1, 1e-12);
        forth.DifferenceP!.Value.ShouldBe(back.DifferenceP!.Value, 1e-9);
        (forth.RatioInterval!.Value.Low * back.RatioInterval!.Value.High).ShouldBe(1, 1e-9);
    }

    [Fact]
    public void Of_NoisyTrials_AsksForMoreAndThatManySettleIt()
    {
        var noisy = Reference with { Noise = 0.1 };
        var first = Comparison.Of(noisy.Summary, (noisy with { Seed = 5 }).Summary, 0.05);
        first.Verdict.ShouldBe(OverallVerdict.NotEnoughData);
        int more = first.Points.Max(point => point.MoreTrials)!.Value;
        more.ShouldBeGreaterThan(0);
        first.Points[0].Words.ShouldContain("more trials on each side");

        // At several times the trials asked for, chance no longer matters.
        var many = noisy with { Trials = 13 + (8 * more) };
        Comparison.Of(many.Summary, (many with { Seed = 5 }).Summary, 0.05)
            .Points.ShouldAllBe(point => point.Verdict != PointVerdict.NotEnoughData);
    }

    [Fact]
    public void Of_DriftingTrials_AreReserved()
    {
        var drifting = Reference with
        {
            Trial = trial =>
            FakeSweep.WithElapsed(trial, trial.ElapsedS * (1 + (0.05 * trial.Trial)))
        };
        var comparison = Comparison.Of(Reference.Summary, drifting.Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.Reservations.Contains("B not steady"));
        ComparisonTable.Of(comparison).Notes
            .ShouldContain(note => note.StartsWith("B not steady", StringComparison.Ordinal) && note.Contains("2 of 2"));
        Comparison.Of(Reference.Summary, Repeated.Summary, 0.05)
            .Points.ShouldAllBe(point => point.Reservations.Count == 1, "no drift: only that there is one run a side");
    }

    [Fact]
    public void Of_DifferenceOfTwoRuns_IsReservedForWhatRunsDifferBy()
    {
        var slower = Comparison.Of(Reference.Summary, (Repeated with { Speed = 0.8 }).Summary, 0.05);
        slower.Points.ShouldAllBe(point => point.Reservations.Contains("one run a side") && point.Verdict == PointVerdict.Slower);
        ComparisonTable.Of(slower).Notes.ShouldContain(note => note.Contains("rule 4"));
    }

    [Theory]
    [InlineData(3, 3)]
    [InlineData(3, 1)]
    [InlineData(1, 3)]
    public void Of_SeveralRuns_JudgesByTheVarianceBetweenThem(int ofA, int ofB)
    {
        // Each run is quiet within itself and some per cent off the others, as runs on different days are.
        double[] speeds = [1, 1.06, 0.95, 1.04, 0.97, 1.01];
        SweepSummary[] Runs(int first, int count, double speed) =>
            [.. Enumerable.Range(first, count)
                .Select(i => (Reference with { Seed = (ulong)i + 20, Speed = speed * speeds[i] }).Summary)];
        var alike = Comparison.Of(Runs(0, ofA, 1), Runs(3, ofB, 1), 0.05);
        alike.Points.ShouldAllBe(point => point.Verdict == PointVerdict.NotEnoughData && point.ARuns == ofA && point.BRuns == ofB
            && point.MoreRuns > 0);
        alike.IsRegression.ShouldBeFalse();
        var slower = Comparison.Of(Runs(0, ofA, 1), Runs(3, ofB, 0.5), 0.05);
        slower.Points.ShouldAllBe(point => point.Verdict == PointVerdict.Slower && point.Reservations.Count == 0);
        slower.IsRegression.ShouldBeTrue();
    }

    /// <summary>
    /// Trials of 10 s that store more or fewer records: each run lasts as long as any other, and runs differ all the same. Rates
    /// of 1.00, 1.06 and 0.95 have times of 1, 0.943396 and 1.052632 in proportion: mean 0.998676, standard deviation 0.054630.
    /// Rates of 1.04, 0.97 and 1.01: mean 0.994188, standard deviation 0.034875. Welch's standard error of their difference is
    /// sqrt((0.054630^2 + 0.034875^2) / 3) = 0.037420, on 3.4 degrees of freedom, so that the interval reaches about three times
    /// that (t is 3.18 at 3 and 2.78 at 4 of them), 11 %, to either side of the ratio of 0.998676 / 0.994188 = 1.004514.
    /// </summary>
    [Fact]
    public void Of_SeveralRunsByDuration_JudgesByTheVarianceBetweenThem()
    {
        double[] speeds = [1, 1.06, 0.95, 1.04, 0.97, 1.01];
        SweepSummary Run(double speed) => (Reference with
        {
            Records = [100_000],
            At = point => point with { DurationS = 10 },
            Trial = trial => trial with
            {
                ElapsedS = 10,
                AcknowledgedRecords = (long)(1_000_000 * speed) + (trial.Trial % 3),
                RecordsPerS = ((long)(1_000_000 * speed) + (trial.Trial % 3)) / 10.0,
            },
        }).Summary;
        SweepSummary[] Runs(int first, double speed) => [.. speeds.Skip(first).Take(3).Select(own => Run(own * speed))];

        var point = Comparison.Of(Runs(0, 1), Runs(3, 1), 0.05).Points.ShouldHaveSingleItem();
        point.Ratio!.Value.ShouldBe(1.004514, 1e-4);
        point.Verdict.ShouldBe(PointVerdict.NotEnoughData);
        point.RatioInterval!.Value.Low.ShouldBeInRange(0.86, 0.92);
        point.RatioInterval!.Value.High.ShouldBeInRange(1.09, 1.16);
        Comparison.Of(Runs(0, 1), Runs(3, 0.92), 0.05).IsRegression
            .ShouldBeFalse("a loss of 8 % is not sure where runs of the same thing differ by 5 %");
        Comparison.Of(Runs(0, 1), Runs(3, 0.5), 0.05).IsRegression.ShouldBeTrue();
    }

    [Fact]
    public void Of_HeavyTail_IsJudgedByRanksAndBootstrapToo()
    {
        // One trial of ten takes ten times as long: the ratio of means says half, that of ranks what the others say.
        var tailed = Repeated with
        {
            Trial = trial => trial.Trial == 9 ? FakeSweep.WithElapsed(trial, 10 * trial.ElapsedS)
            : trial
        };
        var comparison = Comparison.Of(Reference.Summary, tailed.Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.Ratio < 0.6);
        foreach (var ranks in comparison.Points.Select(point => point.ByRanks.ShouldNotBeNull()))
        {
            ranks.Ratio.ShouldBe(1, 0.02);
            ranks.Interval.Contains(1).ShouldBeTrue();
            ranks.BootstrapInterval!.Value.Low.ShouldBeLessThan(0.6);
        }

        ComparisonTable.Of(comparison).Notes.ShouldContain(note => note.Contains("Hodges-Lehmann"));
        Comparison.Of(Reference.Summary, Repeated.Summary, 0.05).Points[0].ByRanks.ShouldBeNull();

        // All differences of two sides of 10,000 trials would take 800 MB, and so many tell their mean well.
        var many = tailed with { Trials = 1_004, Records = [100], BatchesRecorded = 1 };
        Comparison.Of(many.Summary, many.Summary, 0.05).Points[0].ByRanks.ShouldBeNull();
    }

    /// <summary>
    /// Five deployments that differ by 10 % and repeat, within 0.1 %, what they did: 40 trials a side say nothing that their five
    /// deployments do not. That neighbours share one is no dependence of trials, and one slow trial asks for no ranks.
    /// </summary>
    [Fact]
    public void Of_RunsInBlocks_CountsBlocks()
    {
        FakeSweep Blocks(ulong seed, double speed) => Reference with
        {
            Seed = seed,
            Noise = 0.001,
            Records = [50_000],
            Trials = 40,
            WarmUp = 0,
            BatchesRecorded = 10,
            Trial = trial =>
            {
                int block = 1 + ((trial.Trial - 1) / 8);
                double outlier = trial.Trial == 7 ? 1.05 : 1;
                return FakeSweep.WithElapsed(trial, trial.ElapsedS * outlier * (0.8 + (0.1 * ((block * 3) % 5))) / speed) with
                {
                    Block = block,
                    DeployedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero).AddHours(block),
                };
            },
        };
        var comparison = Comparison.Of(Blocks(1, 1).Summary, Blocks(2, 0.97).Summary, 0.05);
        comparison.Autocorrelation.ShouldBe(0);
        var point = comparison.Points.ShouldHaveSingleItem();
        point.Verdict.ShouldBe(PointVerdict.NotEnoughData);
        point.MoreTrials.ShouldBeNull();

        // Blocks vary by 15.9 %. With t = 1.97 at 200 degrees of freedom the half-width 1.97 x 0.159 x sqrt(2 / n) falls below
        // ln 0.97 = 0.0305 at n = 211, of which there are five.
        point.MoreBlocks!.Value.ShouldBeInRange(190, 222);
        point.Words.ShouldEndWith(" more blocks on each side");
        point.ByRanks.ShouldBeNull();
    }

    [Fact]
    public void Of_ResultsOfALowConfidence_AreComparedAtTheSmallest()
    {
        // 0.5 leaves no level for two one-sided tests at 1 - 2 x 0.5.
        var low = Reference with { Noise = 0.1, Confidence = 0.5 };
        Comparison.Of(low.Summary, (low with { Seed = 5 }).Summary, 0.001).Confidence.ShouldBe(Comparison.SmallestConfidence);
    }

    [Fact]
    public void Of_OneTrialEach_NeedsOneMore()
    {
        var one = Reference with { Trials = 4 };
        var comparison = Comparison.Of(one.Summary, one.Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.MoreTrials == 1 && point.RatioInterval == null && point.DifferenceP == null);
        comparison.Verdict.ShouldBe(OverallVerdict.NotEnoughData);
    }

    [Fact]
    public void Of_OneDatabaseEach_ComparesTheDatabases()
    {
        var comparison = Comparison.Of(Reference.Summary, (Repeated with { Databases = ["postgres"], Speed = 2 }).Summary, 0.05);
        comparison.Points.Count.ShouldBe(2);
        comparison.Verdict.ShouldBe(OverallVerdict.Faster);
        comparison.Differences.ShouldContain("database: sqlite in A, postgres in B");
    }

    /// <summary>A recording is known by its content: a file of the same name may hold another week.</summary>
    [Fact]
    public void Of_RecordingsOfOneName_ToldApartByTheirContent()
    {
        var other = Reference.Summary with { RecordingSha256 = new string('b', 64) };
        Comparison.Of(Reference.Summary with { RecordingSha256 = new string('a', 64) }, other, 0.05).Differences
            .ShouldContain("content of the recording: SHA-256 aaaaaaaaaaaa in A, SHA-256 bbbbbbbbbbbb in B");
        Comparison.Of(other, other, 0.05).Differences.ShouldBeEmpty();
    }

    [Fact]
    public void Of_SeveralDatabases_ComparesEachWithItself()
    {
        var comparison = Comparison.Of(
            (Reference with { Databases = ["sqlite", "postgres"] }).Summary, (Repeated with { Databases = ["postgres"] })
                .Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.A.Database == "postgres" && point.B.Database == "postgres");
        comparison.OnlyA.Count.ShouldBe(2);
        comparison.OnlyB.ShouldBeEmpty();
    }

    [Fact]
    public void Of_OtherSizes_AreListedApart()
    {
        var comparison = Comparison.Of(Reference.Summary, (Repeated with { Records = [100_000, 150_000] }).Summary, 0.05);
        comparison.Points.Count.ShouldBe(1);
        comparison.OnlyA.Single().RecordsPerSource.ShouldBe(50_000);
        comparison.OnlyB.Single().RecordsPerSource.ShouldBe(150_000);
    }

    [Fact]
    public void Of_PointThatOnlyBFails_IsARegression()
    {
        var failing = Repeated with { Trial = trial => trial with { Status = TrialStatus.Incomplete } };
        var comparison = Comparison.Of(Reference.Summary, failing.Summary, 0.05);
        comparison.Points.ShouldAllBe(point => point.Verdict == PointVerdict.Missing && point.IsRegression);
        comparison.IsRegression.ShouldBeTrue();
        comparison.Verdict.ShouldBe(OverallVerdict.NothingInCommon);
        Comparison.Of(failing.Summary, Reference.Summary, 0.05).IsRegression.ShouldBeFalse();
    }

    /// <summary>Nine of ten trials pass and are as fast as ever: a build that loses records must fail nevertheless.</summary>
    [Fact]
    public void Of_AuditThatFailedInBAlone_IsARegression()
    {
        var losing = Repeated with
        {
            Trial = trial => trial is { Trial: 6, Point.RecordsPerSource: 50_000 }
                ? trial with
                {
                    Status = TrialStatus.Invalid,
                    Audit = trial.Audit! with { Passed = false, MissingRecords = 3 },
                }
                : trial,
        };
        var comparison = Comparison.Of(Reference.Summary, losing.Summary, 0.05);
        comparison.IsRegression.ShouldBeTrue();
        comparison.Points.Select(point => point.IsRegression).ShouldBe([true, false]);
        comparison.Points[0].Words.ShouldBe("INVALID: B failed its audit");
        comparison.Points[0].BFailedAudit.ShouldBe("1 trial invalid: 3 records missing, 0 duplicate, 0 foreign");
        ComparisonTable.Of(comparison).Notes.ShouldContain(note => note.StartsWith("The audit of B failed at ",
            StringComparison.Ordinal));

        var mended = Comparison.Of(losing.Summary, Reference.Summary, 0.05);
        mended.IsRegression.ShouldBeFalse("B loses nothing any more");
        mended.Points[0].Words.ShouldBe("INVALID: A failed its audit");
        Comparison.Of(losing.Summary, losing.Summary, 0.05).IsRegression.ShouldBeFalse("B is no worse than A");
    }

    [Fact]
    public void Of_ManyEqualPoints_HolmKeepsChanceFromBecomingADifference()
    {
        var wide = Reference with { Noise = 0.03, Records = [.. Enumerable.Range(1, 33).Select(i => 1000L * i)] };
        var reference = wide.Summary;
        for (ulong seed = 10; seed < 15; seed++)
        {
            Comparison.Of(reference, (wide with { Seed = seed }).Summary, 0.001)
                .Points.Count(point => point.Verdict is PointVerdict.Faster or PointVerdict.Slower).ShouldBeLessThan(2);
        }
    }

    /// <summary>A point of one trial a side, or without figures, has no test that Holm could correct, and no verdict.</summary>
    [Fact]
    public void Table_PointWithoutATest_IsNotCountedWithTheOthers()
    {
        var sweep = Reference with
        {
            Records = [50_000, 100_000, 150_000],
            Trial = trial => (trial.Point.RecordsPerSource, trial.Trial) is (100_000, > 4) or (150_000, _)
                ? trial with { Status = TrialStatus.Incomplete } : trial,
        };
        var comparison = Comparison.Of(sweep.Summary, (sweep with { Seed = 2 }).Summary, 0.05);
        comparison.Points.Count.ShouldBe(3);
        ComparisonTable.Of(comparison).Notes[0].ShouldEndWith("corrected by Holm over 1 point.");
        ComparisonTable.Of(comparison).Notes.ShouldContain(note =>
            note.StartsWith("One run a side at 1 of 1 point with a verdict", StringComparison.Ordinal));
    }

    [Fact]
    public void Table_PointsAtARate_SaysThatArrivalsDecideTheirThroughput()
    {
        const string note = "Arrivals decide the throughput of points at a rate (1,000/s)";
        var paced = Reference with
        {
            At = point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null },
        };
        ComparisonTable.Of(Comparison.Of(paced.Summary, paced.Summary, 0.05)).Notes
            .ShouldContain(said => said.StartsWith(note, StringComparison.Ordinal));
        ComparisonTable.Of(Comparison.Of(Reference.Summary, Repeated.Summary, 0.05)).Notes
            .ShouldNotContain(said => said.StartsWith("Arrivals", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Of_NotAThreshold_Throws(double threshold) =>
        Should.Throw<ArgumentOutOfRangeException>(() => Comparison.Of(Reference.Summary, Repeated.Summary, threshold));

    /// <summary>Points take all runs of a side; a search takes one, and must say so.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void OfSearches_SeveralRuns_SaysThatTheLastCounts(int runs, bool isSaid)
    {
        var point = Reference.Points[0];
        SearchLimit.TryParse("p99:50ms", out var limit).ShouldBeTrue();
        var comparison = Comparison.Of(Reference.Summary, Repeated.Summary, 0.05) with
        {
            BRuns = runs,
            Searches = [new SearchComparison(point, point, limit!, 1, 1, 1, null, PointVerdict.Missing, IsRegression: false)],
        };
        ComparisonTable.OfSearches(comparison)!.Notes.Any(note => note.Contains("the last one counts")).ShouldBe(isSaid);
    }

    [Fact]
    public void Of_FixedSweeps_TableIsLocked() => Repository.ShouldBeLocked(
        "comparison.txt",
        ComparisonTable.Of(Comparison.Of(
            Reference.Summary,
            (Repeated with { Speed = 0.9, Records = [50_000, 150_000], Order = SweepOrder.Rising }).Summary,
            0.05)).ToPlainText());
}
