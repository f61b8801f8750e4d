using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Sweeps;

public class FurtherTrialsTests
{
    private static readonly Point Narrow = Points.Of(records: 50);
    private static readonly Point Wide = Points.Of(records: 80);
    private static readonly Point Hopeless = Points.Of(records: 90);
    private static readonly SweepConfiguration Sweep =
        Points.Sweep([Narrow, Wide, Hopeless]) with { Precision = 0.02, MaxTrials = 9 };

    [Fact]
    public void Next_GoesOnWithEachPointUntilItIsEnough()
    {
        var journal = Run(FixedPart(), rounds: 100);
        Trials(journal, Narrow).ShouldBe([1, 2, 3, 4], "enough after those that every point has");
        Trials(journal, Wide).ShouldBe([1, 2, 3, 4, 5, 6]);
        Trials(journal, Hopeless).ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9], "as many as it may have");
        journal.Cast<TrialResult>().Select(t => t.Position).ShouldBe(Enumerable.Range(0, journal.Count));
    }

    /// <summary>Whatever trial it was interrupted after, a resumed sweep has the same trials in the same order.</summary>
    [Fact]
    public void Next_InterruptedAnywhere_GoesOnWithTheSame()
    {
        var whole = Run(FixedPart(), rounds: 100);
        for (int cut = FixedPart().Count; cut < whole.Count; cut++)
        {
            Run([.. whole.Take(cut)], rounds: 100).Cast<TrialResult>().Select(t => (t.Id, t.Position))
                .ShouldBe(whole.Cast<TrialResult>().Select(t => (t.Id, t.Position)));
        }
    }

    [Fact]
    public void Next_OrderOfARound_IsSeededAndDiffersFromRoundToRound()
    {
        var many = Points.Sweep([.. Enumerable.Range(1, 12).Select(i => Points.Of(records: i))]) with
        {
            Precision = 0.02,
            MaxTrials = 6
        };
        string[] Rounds(SweepConfiguration sweep)
        {
            var further = new FurtherTrials(sweep, (_, _) => false);
            return [.. Enumerable.Range(0, 2)
                .Select(_ => string.Join(' ', further.Next([]).Select(t => t.Point.RecordsPerSource)))];
        }

        Rounds(many).ShouldBe(Rounds(many));
        Rounds(many).Distinct().Count().ShouldBe(2);
        Rounds(many with { Seed = 2 }).ShouldNotBe(Rounds(many));
        Rounds(many with { Order = SweepOrder.Rising }).ShouldAllBe(round => round == "1 2 3 4 5 6 7 8 9 10 11 12");
    }

    /// <summary>
    /// With blocks a round is a block of each target that has a point left; one that lacks a trial is run again as a whole.
    /// </summary>
    [Fact]
    public void Next_WithBlocks_AddsWholeBlocks()
    {
        var sweep = Points.Sweep([Narrow, Wide], trials: 6) with { Blocks = 2, Precision = 0.02, MaxTrials = 12 };
        FurtherTrials Open() => new(sweep, (point, trials) => point == Narrow || trials.Count >= 9);
        List<JournalEntry> journal = [.. Schedule.Of(sweep).Select(Result)];

        var round = Open().Next(journal);

        round.Select(t => (t.Block, t.Trial, t.WarmUp, t.Position))
            .ShouldBe([(3, 7, true, 12), (3, 8, false, 13), (3, 9, false, 14)]);
        round.ShouldAllBe(t => t.Point == Wide);
        journal.Add(Result(round[0]));
        Open().Next(journal).ShouldBe(round, "a block is whole or not at all");
        journal.AddRange(round.Skip(1).Select(Result));
        Open().Next(journal).ShouldBeEmpty();
    }

    /// <summary>
    /// A trial that reached no database is not tried for ever: the next round comes, and a resumed run takes it up again.
    /// </summary>
    [Fact]
    public void Next_TrialThatReachedNoDatabase_IsTakenUpByAResumedRunOnly()
    {
        var journal = FixedPart();
        var further = Further();
        var round = further.Next(journal);
        journal.AddRange(round.Select(t => Result(t) with { Status = TrialStatus.Unreachable }));
        further.Next(journal).ShouldAllBe(t => t.Trial == 6);
        Further().Next(journal).Select(t => t.Id).ShouldBe(round.Select(t => t.Id));
    }

    [Fact]
    public void Next_FixedNumberOfTrials_HasNone() =>
        new FurtherTrials(Points.Sweep([Wide]), (_, _) => false).Next([]).ShouldBeEmpty();

    private static FurtherTrials Further() =>
        new(Sweep, (point, trials) => point == Narrow || (point == Wide && trials.Count >= 6));

    private static List<JournalEntry> FixedPart() => [.. Schedule.Of(Sweep).Select(Result)];

    private static List<JournalEntry> Run(List<JournalEntry> journal, int rounds)
    {
        var further = Further();
        for (int i = 0; i < rounds && further.Next(journal) is { Count: > 0 } round; i++)
        {
            journal.AddRange(round.Select(Result));
        }

        return journal;
    }

    private static TrialResult Result(ScheduledTrial trial) => new()
    {
        Point = trial.Point,
        Trial = trial.Trial,
        WarmUp = trial.WarmUp,
        Position = trial.Position,
        Block = trial.Block,
        StartedUtc = DateTimeOffset.UnixEpoch,
        Status = TrialStatus.Complete,
    };

    private static IEnumerable<int> Trials(IEnumerable<JournalEntry> journal, Point point) =>
        journal.OfType<TrialResult>().Where(t => t.Point == point).Select(t => t.Trial);
}
