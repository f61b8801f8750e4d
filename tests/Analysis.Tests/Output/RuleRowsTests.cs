using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Output;

public class RuleRowsTests
{
    private static readonly FakeSweep Noisy = new()
    {
        Databases = ["sqlite", "postgres"],
        Trial = trial => trial.Point switch
        {
            { Database: "postgres", RecordsPerSource: 100_000 } =>
                FakeSweep.WithElapsed(trial, trial.ElapsedS * (1 + (0.4 * (trial.Trial % 2)))),
            { Database: "sqlite", RecordsPerSource: 50_000 } =>
                FakeSweep.WithElapsed(trial, trial.ElapsedS * (1 + (0.2 * (trial.Trial % 2)))),
            _ => trial,
        },
    };

    [Fact]
    public void Of_SeveralPoints_NamesTheWorstValueAndItsPoint()
    {
        var row = RuleRows.Of(Noisy.Summary).Single(row => row is { Rule: 3, State: RuleState.Broken });
        row.Label.ShouldMatch(@"^intervals up to \+-1\d % \(postgres at 100,000\)$");
        row.Reason.ShouldContain("(2 of 4 points)");
    }

    [Fact]
    public void Of_OnePoint_NeedsNoName() => RuleRows.Of((Noisy with { Databases = ["postgres"], Records = [100_000] }).Summary)
        .Single(row => row is { Rule: 3, State: RuleState.Broken }).Label.ShouldStartWith("wide +-1");

    [Fact]
    public void Of_EveryPointAlike_SaysAll() => RuleRows.Of((Noisy with { Trials = 8 }).Summary)
        .Single(row => row is { Rule: 1, State: RuleState.Noted }).Label.ShouldBe("n = 5 (all 4 points)");

    [Fact]
    public void Of_MissingPoint_IsNamed()
    {
        var sweep = Noisy with
        {
            Trial = trial => trial.Point is { Database: "sqlite", RecordsPerSource: 50_000 }
            ? trial with { Status = TrialStatus.Incomplete } : trial
        };
        RuleRows.Of(sweep.Summary).Single(row => row is { Rule: 1, State: RuleState.Broken }).Label
            .ShouldContain("(sqlite at 50,000)");
    }

    [Fact]
    public void Gravest_AnySweep_HasEveryRuleOnceAndTheBrokenOnesFirst()
    {
        var rows = RuleRows.Gravest(Noisy.Summary);
        rows.Select(row => row.Rule).Order().ShouldBe(Enumerable.Range(1, rows.Count));
        rows.Count.ShouldBe(RuleRows.Of(Noisy.Summary).Select(row => row.Rule).Distinct().Count());
        rows[0].State.ShouldBe(RuleState.Broken);
        rows.Select(row => row.State == RuleState.Broken)
            .ShouldBe(rows.Select(row => row.State == RuleState.Broken).OrderByDescending(isBroken => isBroken));
    }
}
