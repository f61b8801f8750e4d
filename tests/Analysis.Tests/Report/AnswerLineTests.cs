using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class AnswerLineTests
{
    private static readonly FakeSweep Two = new() { Databases = ["sqlite", "postgres"] };

    [Fact]
    public void Of_TwoDatabases_SaysTheFirstAndTheRatioOfTheOther()
    {
        string text = Say(Two with { Trial = trial => trial.Point.Database == "sqlite" ? trial : FakeSweep.WithElapsed(trial, 2 * trial.ElapsedS) });
        text.ShouldMatch(@"^sqlite takes (99\.\d|10\d) k records/s \[\d+(\.\d)?, \d+(\.\d)?\] at 100,000 records a source, 108 bytes a record; postgres 0\.(49|50|51)x \[0\.\d\d, 0\.\d\d\]\.$");
    }

    [Fact]
    public void Of_Noise_SaysThatTheyAreNotToldApart() => Say(Two with { Noise = 0.3 }).ShouldContain(", not told apart");

    [Fact]
    public void Of_OneTrial_HasNoInterval() => Say(new FakeSweep { Trials = 4 }).ShouldContain("(no interval)");

    [Fact]
    public void Of_FailedAudit_SaysInvalidFirst() => Say(Two with
    {
        Trial = trial => trial is { Trial: 13, Point: { Database: "postgres", RecordsPerSource: 100_000 } } ? trial with { Status = TrialStatus.Invalid } : trial,
    }).ShouldStartWith("INVALID: 1 point failed the audit. ");

    [Fact]
    public void Of_NothingMeasured_SaysSo() => Say(Two with { Trial = _ => null }).ShouldBe("No point has figures that count.");

    [Fact]
    public void Of_DatabaseInMemory_SaysItsSpaceIsMemory()
    {
        var sweep = new FakeSweep();
        Say(sweep).ShouldNotContain("of memory");
        Say(sweep with { Target = target => target with { InMemory = true } }).ShouldContain(" bytes of memory a record");
    }

    private static string Say(FakeSweep sweep) => AnswerLine.Of([Reported.Of(sweep)]);
}
