using DbIngest.Analysis.Output;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Summary;

/// <summary>What a sweep says of the values that its trials added to their tables.</summary>
public sealed class AdditionFiguresTests
{
    private static readonly AdditionResult Seen = new()
    {
        Values = 3,
        DueS = 20,
        BeganS = 20,
        TookS = 2,
        Records = 1000,
        RecordsPerSBefore = 50_000,
        LowestShare = 0.4,
        DipS = 2.5,
    };

    [Fact]
    public void Of_TableGotTheValuesAfterTheLastRecord_IsNoDipThatIsNotOver()
    {
        var sweep = With(trial => trial.Trial == 5 ? Seen with { TookS = 9, Records = 0, DipS = null }
            : trial.Trial == 6 ? Seen with { DipS = null } : Seen);

        var added = sweep.Summary.Points[0].Addition.ShouldNotBeNull();

        (added.Happened, added.AfterLastRecord, added.DipNotOver).ShouldBe((10, 1, 1));
        AdditionSentences.Of(sweep.Summary).First()
            .ShouldEndWith("; 1 trial had sent all records before the table got the values.");
    }

    /// <summary>Without a rate before, there is none that could be back.</summary>
    [Fact]
    public void Of_RateBeforeIsNotKnown_IsNoDipThatIsNotOver()
    {
        var sweep = With(_ => Seen with { RecordsPerSBefore = null, LowestShare = null, DipS = null });

        var added = sweep.Summary.Points[0].Addition.ShouldNotBeNull();

        (added.Happened, added.AfterLastRecord, added.DipNotOver).ShouldBe((10, 0, 0));
    }

    private static FakeSweep With(Func<TrialResult, AdditionResult> addition)
    {
        AddedValues.TryParse("3@20s", out var added).ShouldBeTrue();
        return new()
        {
            At = point => point with { AddedValues = added },
            Trial = trial => trial with { Addition = addition(trial) },
        };
    }
}
