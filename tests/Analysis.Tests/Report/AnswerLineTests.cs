using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class AnswerLineTests
{
    private static readonly FakeSweep Two = new() { Databases = ["sqlite", "postgres"] };

    [Fact]
    public void Of_TwoDatabases_SaysTheFirstAndTheRatioOfTheOther()
    {
        string text = Say(
            Two with
            {
                Trial = trial => trial.Point.Database == "sqlite" ? trial
            : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS)
            });
        text.ShouldMatch(
            @"^sqlite takes (99\.\d|10\d) k records/s \[\d+(\.\d)?, \d+(\.\d)?\] at 100,000 records a source, 108 bytes a record; postgres 0\.(49|50)\dx \[0\.\d{3}, 0\.\d{3}\]\.$");
    }

    [Fact]
    public void Of_AMuchSlowerDatabase_SaysItsRatio()
    {
        string text = Say(
            Two with
            {
                Trial = trial => trial.Point.Database == "sqlite" ? trial
            : FakeSweep.WithElapsed(trial, 500 * trial.ElapsedS)
            });
        text.ShouldMatch(@"; postgres 0\.00(19|20)\dx \[0\.00(19|20)\d, 0\.00(19|20)\d\]");
    }

    [Fact]
    public void Of_Noise_SaysThatTheyAreNotToldApart() => Say(Two with { Noise = 0.3 }).ShouldContain(", not told apart");

    /// <summary>The fastest of all may be a series that the comparison leaves out.</summary>
    [Fact]
    public void Of_MoreSeriesThanAreCompared_SaysSo()
    {
        var many = new FakeSweep
        {
            Databases = [.. Enumerable.Range(1, 13).Select(i => FormattableString.Invariant($"db{i:00}"))],
        };
        Say(many).ShouldContain(" Only 12 of 13 series are compared, the first 12; the table has all.");
        Say(many with { Databases = [.. many.Databases.Take(12)] }).ShouldNotContain("are compared");
    }

    /// <summary>At a rate, throughput equals the rate, also where each series has its own.</summary>
    [Fact]
    public void Of_SeriesAtRatesOfTheirOwn_SaysResponseTimesAndNoThroughput()
    {
        var plain = Two with { Records = [1000] };
        string text = Say(plain with
        {
            Places = [.. plain.Points.Select(point => point with
            {
                Rate = ArrivalRate.TryParse(point.Database == "sqlite" ? "1000" : "2000", out var rate) ? rate : null,
            })],
        });
        text.ShouldStartWith("No point is common to all, p99 of the response time: sqlite unknown at 1,000 records/s arriving; "
            + "postgres unknown at 2,000 records/s arriving.");
    }

    /// <summary>The throughput of a closed loop is a capacity, and that at a rate is not.</summary>
    [Fact]
    public void Of_ResultsWithAndWithoutARate_ComparesEachAmongThemselves()
    {
        var paced = Two with { At = point => point with { Rate = ArrivalRate.TryParse("1000", out var rate) ? rate : null } };
        string[] answers = AnswerLine.Of([Reported.Of(Two), Reported.Of(paced)]).Split("points at a rate: ");
        answers.Length.ShouldBe(2);
        answers[0].Split(';').Length.ShouldBe(2, "two databases");
        answers[1].ShouldContain("p99 of the response time: ");
    }

    [Fact]
    public void Of_OneTrial_ClaimsNothing()
    {
        string text = Say(Two with { Trials = 4 });
        text.ShouldStartWith("No claim of throughput, fewer than 3 measured trials. Seen at 100,000 records a source: ");
        text.ShouldNotContain("takes");
        Say(new FakeSweep { Trials = 4 }).ShouldNotContain("takes");
    }

    /// <summary>Two deployments give an interval of one degree of freedom, however many trials each has.</summary>
    [Fact]
    public void Of_TwoBlocks_ClaimsNothingForTheirNumber()
    {
        var blocks = Two with { Trial = trial => trial with { Block = trial.Trial <= 8 ? 1 : 2 } };
        Say(blocks).ShouldStartWith("No claim of throughput, fewer than 3 blocks. Seen at 100,000 records a source: ");
        Say(blocks with
        {
            Trial = trial => trial.Point.Database == "sqlite" ? trial : trial with { Block = trial.Trial <= 8 ? 1 : 2 },
        }).ShouldContain(" records/s in 10 trials of 2 blocks, no claim.");
    }

    [Fact]
    public void Of_OneDatabaseWithTooFewTrials_ClaimsOfTheOtherOnly()
    {
        string text = Say(Two with { Trial = trial => trial.Point.Database == "sqlite" || trial.Trial < 5 ? trial : null });
        text.ShouldStartWith("sqlite takes ");
        text.ShouldContain(" records/s in 1 trial, no claim.");
    }

    [Theory]
    [InlineData(5, 0)]
    [InlineData(9, 3)]
    public void Of_ManyDatabases_NamesTheSlowest(int databases, int between)
    {
        string[] names = [.. Enumerable.Range(1, databases).Select(i => $"db{i}")];
        string text = Say(new FakeSweep
        {
            Databases = names,
            Trial = trial => FakeSweep.WithElapsed(trial, trial.ElapsedS * (Array.IndexOf(names, trial.Point.Database) + 1)),
        });
        text.ShouldContain($"; db{databases} 0.");
        text.Contains($"; {between} between; ", StringComparison.Ordinal).ShouldBe(between > 0);
        text.ShouldNotContain(" more.");
    }

    [Fact]
    public void Of_BrokenRules_SaysHowManyAndWhich()
    {
        Say(Two with { WarmUp = 0, Order = SweepOrder.Rising }).ShouldEndWith(" 2 rules of good measurement are broken: 6, 8.");
        Say(Two with { Order = SweepOrder.Rising }).ShouldEndWith(" 1 rule of good measurement is broken: 8.");
        Say(Two).ShouldNotContain("broken");
    }
    [Fact]
    public void Of_FailedAudit_SaysInvalidFirst() => Say(Two with
    {
        Trial = trial => trial is { Trial: 13, Point: { Database: "postgres", RecordsPerSource: 100_000 } }
            ? trial with { Status = TrialStatus.Invalid } : trial,
    }).ShouldStartWith("INVALID: 1 point failed the audit. ");

    [Fact]
    public void Of_NothingMeasured_SaysSo() => Say(Two with { Trial = _ => null })
        .ShouldStartWith("No point has figures that count.");

    [Fact]
    public void Of_DatabaseInMemory_SaysItsSpaceIsMemory()
    {
        var sweep = new FakeSweep();
        Say(sweep).ShouldNotContain("of memory");
        Say(sweep with { Target = target => target with { InMemory = true } }).ShouldContain(" bytes of memory a record");
    }

    private static string Say(FakeSweep sweep) => AnswerLine.Of([Reported.Of(sweep)]);
}
