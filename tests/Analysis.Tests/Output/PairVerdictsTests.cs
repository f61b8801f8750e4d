using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Output;

public class PairVerdictsTests
{
    private static readonly FakeSweep Sweep = new()
    {
        Databases = ["sqlite", "postgres"],
        Trial = trial => trial.Point.Database == "postgres" ? FakeSweep.WithElapsed(trial, trial.ElapsedS / 2) : trial,
    };

    [Fact]
    public void Of_TwiceAsFast_IsFaster() => Verdicts(Sweep).ShouldBe(["faster", "faster"]);

    /// <summary>Nine of its ten trials were twice as fast, and the tenth lost records: no table calls that faster.</summary>
    [Fact]
    public void Of_PointOfWhichATrialFailedItsAudit_ClaimsNothing()
    {
        var losing = Sweep with
        {
            Trial = trial => Sweep.Trial(trial) is { Trial: 9, Point: { Database: "postgres", RecordsPerSource: 50_000 } } lost
                ? lost with { Status = TrialStatus.Invalid, Audit = lost.Audit! with { Passed = false, MissingRecords = 1 } }
                : Sweep.Trial(trial),
        };
        Verdicts(losing).ShouldBe(["no claim", "faster"]);
        SummaryTable.Of(losing.Summary).Notes.ShouldContain(note =>
            note.StartsWith("postgres / sqlite: ", StringComparison.Ordinal)
            && note.Contains("no claim at 1", StringComparison.Ordinal));
    }

    private static string[] Verdicts(FakeSweep sweep)
    {
        var summary = sweep.Summary;
        return [.. summary.Analysis.ShouldHaveSingleItem().Pairs.Select(pair => PairVerdicts.Of(pair, summary))];
    }
}
