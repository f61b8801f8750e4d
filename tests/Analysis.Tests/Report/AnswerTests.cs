using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class AnswerTests
{
    private static readonly FakeSweep Two = new() { Databases = ["sqlite", "postgres"] };

    [Fact]
    public void Of_ClearDifference_SaysFasterWithTheIntervals()
    {
        string text = Say(
            Two with
            {
                Trial = trial => trial.Point.Database == "sqlite" ? trial
            : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS)
            });
        text.ShouldContain("sqlite is faster than postgres at all 2 points: 1.");
        text.ShouldContain(", by simultaneous intervals");
        text.ShouldContain("(95 % interval ");
    }

    /// <summary>Memory is no disk: they are not listed as if they were.</summary>
    [Fact]
    public void Of_DatabaseInMemory_SaysItsMemoryApart()
    {
        string text = Say(Two with { Target = target => target with { InMemory = target.Database == "postgres" ? true : null } });
        text.ShouldContain("bytes on sqlite.");
        text.ShouldContain("In memory, and not on disk, a record takes");
        Say(Two).ShouldNotContain("In memory");
    }

    /// <summary>The line over sizes is level where all fit into a file made in advance: a record had taken 0.0 bytes.</summary>
    [Fact]
    public void Of_SizesWithTheSameBytes_SaysTheQuotient()
    {
        var sweep = new FakeSweep
        {
            Trial = trial => trial with
            {
                Space = trial.Space! with
                {
                    Net = trial.Space.Net with { DataBytes = 16_000_000 - trial.Space.Net.IndexBytes },
                },
            },
        };
        Say(sweep).ShouldContain("On disk a record takes 108.1 bytes on sqlite.");
        AnswerLine.Of([Reported.Of(sweep)]).ShouldContain(", 108 bytes a record");
    }

    [Fact]
    public void Of_TwoTrialsEach_ClaimsNothing()
    {
        string text = Say(Two with
        {
            Trials = 5,
            Trial = trial => trial.Point.Database == "sqlite" ? trial : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS),
        });
        text.ShouldNotContain("is faster");
        text.ShouldContain("these trials cannot tell");
    }

    [Fact]
    public void Of_TrialsWithoutADatabase_AreNotCountedAsReadBack()
    {
        Say(new FakeSweep { Databases = ["null", "sqlite"] })
            .ShouldContain("In all 26 trials every acknowledged record was read back");
        Say(new FakeSweep { Databases = ["null"] }).ShouldNotContain("read back");
    }

    [Fact]
    public void Of_DifferenceWithinTheNoise_ClaimsNone()
    {
        string text = Say(Two with { Noise = 0.3 });
        text.ShouldContain("these trials cannot tell");
        text.ShouldNotContain("is faster");
        text.ShouldNotContain("equivalent");
    }

    [Fact]
    public void Of_EqualDatabases_SaysEquivalent() => Say(Two with { Trials = 43 })
        .ShouldContain("are equivalent within 5 % at all 2 points");

    [Fact]
    public void Of_OneTrialEach_ClaimsNothing()
    {
        string text = Say(
            Two with
            {
                Trials = 4,
                Trial = trial => trial.Point.Database == "sqlite" ? trial
            : FakeSweep.WithElapsed(trial, 9 * trial.ElapsedS)
            });
        text.ShouldContain("(no interval)");
        text.ShouldContain("these trials cannot tell");
        text.ShouldNotContain("is faster");
    }

    [Fact]
    public void Of_InvalidPoint_NamesItAndLeavesItOutOfAllClaims()
    {
        string text = Say(Two with
        {
            Trial = trial => trial.Point is { Database: "postgres", RecordsPerSource: 100_000 } && trial.Trial == 13
                ? trial with { Status = TrialStatus.Invalid }
                : trial,
        });
        text.ShouldContain("INVALID, as a trial failed its audit: postgres at 100,000 (0 missing, 0 doubled, 0 foreign).");
        text.ShouldContain("At 50,000 records a source, ");
        text.ShouldNotContain("all 2 points");
    }

    /// <summary>What is wrong may be an answer, with all records there; and points may differ in the batch alone.</summary>
    [Fact]
    public void Of_InvalidPoints_AreToldApartWithWhatWasFound()
    {
        var plain = new FakeSweep { Records = [100_000] };
        string text = Say(plain with
        {
            Places = [.. new[] { 100, 1000 }.Select(batch => plain.Points.Single() with { Batch = batch })],
            Trial = trial => trial.Trial != 13 ? trial : trial with
            {
                Status = TrialStatus.Invalid,
                Audit = trial.Audit! with { Passed = false, Findings = ["3 wrong answers."], MissingRecords = Missing(trial) },
            },
        });
        text.ShouldContain(
            "audit: sqlite, batch 100 (2 missing, 0 doubled, 0 foreign) and sqlite, batch 1,000 (3 wrong answers).");

        static long Missing(TrialResult trial) => trial.Point.Batch == 100 ? 2 : 0;
    }

    /// <summary>A wrong answer is found while the trial runs, also where the audit cannot read the database.</summary>
    [Fact]
    public void Of_InvalidPointWithoutAudit_SaysItsError() => Say(new FakeSweep
    {
        Records = [100_000],
        Trial = trial => trial.Trial != 13 ? trial
            : trial with { Status = TrialStatus.Invalid, Audit = null, Error = "3 wrong answers; gone" },
    }).ShouldContain("(3 wrong answers; gone)");

    [Fact]
    public void Of_MissingPoint_NamesItWithItsReason() => Say(Reported.Sweep).ShouldContain(
        "Missing: cassandra at 200,000 records a source (13 of 13 trials failed, the last one incomplete: timed out).");

    [Fact]
    public void Of_NothingMeasured_SaysSo() => Say(Two with { Trial = _ => null })
        .ShouldContain("nothing can be said of the throughput");

    [Fact]
    public void Of_BrokenRules_AreNamed()
    {
        Say(Two with { WarmUp = 0, Order = DbIngest.Core.Plan.SweepOrder.Rising })
            .ShouldContain("Rules broken: rule 6, warm-up 0; rule 8, rising order.");
        Say(Two).ShouldContain("No rule of the methodology is broken.");
    }

    [Fact]
    public void Of_OneDatabase_ComparesItsEndsOnly()
    {
        Say(new FakeSweep { Trials = 43 }).ShouldContain("That is the same, within 5 %, as at 50,000 records a source.");
        Say(new FakeSweep { Noise = 0.3 }).ShouldContain("these trials cannot tell");
    }

    /// <summary>A database that keeps both rows of what is sent twice has no record stored once.</summary>
    [Fact]
    public void Of_RecordsStoredTwice_DoesNotSayOnce()
    {
        Say(Two).ShouldContain(" was read back and found stored, once and unchanged.");
        string text = Say(Two with
        {
            Trial = trial => trial with
            {
                Repeats = new RepeatResult { SentTwice = 100, InDoubt = 0, StoredTwice = 100, RowsPerS = 1 },
            },
        });
        text.ShouldContain(" found stored, unchanged, and once, or twice where it was sent twice and its database keeps both.");
        text.ShouldNotContain("once and unchanged");
    }

    [Fact]
    public void Of_SeveralResults_NamesEach()
    {
        var slow = Reported.Of(new FakeSweep { Speed = 0.5, Seed = 2 }, manifest => manifest with { Name = "slow" });
        string text = string.Join(' ', AnswerSentences.Of([Reported.Of(new FakeSweep()), slow]));
        text.ShouldContain("fake: sqlite is faster than slow: sqlite");
    }

    private static string Say(FakeSweep sweep) => string.Join(' ', AnswerSentences.Of([Reported.Of(sweep)]));
}
