using DbIngest.Core.Plan;
using DbIngest.Core.Trials;
using DbIngest.Runner.Progress;

namespace DbIngest.Runner.Tests.Progress;

public class LiveProgressTests
{
    private static readonly Point Point = new()
    {
        Database = "sqlite",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(2),
        RecordsPerSource = 10_000,
        Batch = 1000,
        InFlight = 1,
        Values = 9,
    };

    private static ProgressSnapshot Snapshot(TrialPhase phase, double? rate, params InterimPoint[] interim) => new(
        3, 1, 30, 10, 10, null, new ScheduledTrial(9, Point, 4, false), phase, () => 5000, rate, interim,
            TimeSpan.FromSeconds(75));

    [Fact]
    public void Render_Ingest_HasTheRateOfTheTrial() =>
        new LiveProgress().Render(Snapshot(TrialPhase.Ingest, 61_023)).Select(line => line.ToString())
            .ShouldContain(line => line.Contains("trial 4/10, ingest, 61,023 records/s", StringComparison.Ordinal));

    [Theory]
    [InlineData(61_023d, "settle after 61,023 records/s")]
    [InlineData(null, "settle")]
    public void Render_Settling_NeverSaysZero(double? rate, string expected)
    {
        string line = new LiveProgress().Render(Snapshot(TrialPhase.Settle, rate))[1].ToString();
        line.ShouldEndWith(expected);
        line.ShouldNotContain(" 0 records/s");
    }

    [Fact]
    public void Render_PointsWithFigures_AreATable()
    {
        var points = Enumerable.Range(1, 10)
            .Select(i => new InterimPoint(Point with { RecordsPerSource = 1000 * i }, $"sqlite at {i},000", i, 1000 * i, i < 10));
        string[] lines =
            [.. new LiveProgress().Render(Snapshot(TrialPhase.Audit, null, [.. points])).Select(line => line.ToString())];
        lines[2].ShouldMatch(@"^  sqlite at 10,000 +10,000 records/s, 10 trials so far$");
        lines[3].ShouldMatch(@"^  sqlite at 9,000 +9,000 records/s, 9 trials$");
        lines[^1].ShouldBe("  and 2 more points");
    }

    [Fact]
    public void Render_WorkBeforeATrial_SaysHowLongItTakes()
    {
        var working = Snapshot(TrialPhase.Prepare, null) with
        {
            Current = null,
            Work = new WorkProgress("warming up sqlite", TimeSpan.FromSeconds(5.2))
        };
        new LiveProgress().Render(working)[1].ToString().ShouldBe("warming up sqlite: about 6 s left");
        new LiveProgress().Render(working with { Work = working.Work with { Left = TimeSpan.Zero } })[1].ToString()
            .ShouldBe("warming up sqlite");
    }

    [Fact]
    public void Plain_WorkBeforeATrial_IsSaidOnce()
    {
        var plain = new PlainProgress(TimeProvider.System);
        var working = Snapshot(TrialPhase.Prepare, null) with
        {
            Current = null,
            Work = new WorkProgress("warming up sqlite", TimeSpan.FromSeconds(15.5))
        };
        plain.Next(working).ShouldBe(["warming up sqlite: about 16 s left", "trials 10/30, points 1/3, remaining 1:15"]);
        plain.Next(working).ShouldBeEmpty();
    }

    /// <summary>A log that stays silent for minutes looks like a program that hangs.</summary>
    [Fact]
    public void Plain_NothingNewForAMinute_SaysWhatStillRuns()
    {
        var clock = new StillClock();
        var plain = new PlainProgress(clock);
        var trial = Snapshot(TrialPhase.Ingest, 61_023);
        plain.Next(trial).ToList().ShouldHaveSingleItem();
        clock.Seconds = 59;
        plain.Next(trial).ToList().ShouldBeEmpty();
        clock.Seconds = 60;
        plain.Next(trial).ToList().ShouldHaveSingleItem()
            .ShouldStartWith("trials 10/30, points 1/3, now trial 4 of sqlite driver full, 2 x 10,000, ");
        plain.Next(trial).ToList().ShouldBeEmpty();
        var working = trial with { Current = null, Work = new WorkProgress("warming up sqlite", TimeSpan.Zero) };
        plain.Next(working).ToList().ShouldBe(["warming up sqlite"]);
        clock.Seconds = 121;
        plain.Next(working).ToList().ShouldBe(["still warming up sqlite"]);
    }

    private sealed class StillClock : TimeProvider
    {
        public double Seconds { get; set; }

        public override long TimestampFrequency => 1000;

        public override long GetTimestamp() => (long)(Seconds * TimestampFrequency);
    }

    [Fact]
    public void Plain_PointThatIsDone_IsSaidOnce()
    {
        var plain = new PlainProgress(TimeProvider.System);
        plain.Next(Snapshot(TrialPhase.Ingest, null)).ShouldBe(["trials 10/30, points 1/3, remaining 1:15"]);
        var done = Snapshot(TrialPhase.Ingest, null, new InterimPoint(Point, "sqlite", 9, 61_023, true)) with { TrialsDone = 11 };
        plain.Next(done).ShouldBe(["done: sqlite: 61,023 records/s, 9 trials"]);
        plain.Next(done with { TrialsDone = 30 }).ShouldBe(["trials 30/30, points 1/3, remaining 1:15"]);
    }
}
