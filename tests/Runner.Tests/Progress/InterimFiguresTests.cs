using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Runner.Progress;

namespace DbIngest.Runner.Tests.Progress;

public class InterimFiguresTests
{
    private static readonly Point Point = new()
    {
        Database = "sqlite",
        Client = "driver",
        Durability = "full",
        Sources = SourceLayout.Single(2),
        RecordsPerSource = 1000,
        Batch = 1000,
        InFlight = 1,
        Values = 9,
    };

    /// <summary>A block that was interrupted runs again from its beginning, on another deployment.</summary>
    [Fact]
    public void Of_TrialsThatRanAgain_CountsTheLastOfEach()
    {
        var figures = new InterimFigures([Point], [Trial(1, 10), Trial(2, 10), Trial(3, 10)]);
        figures.Add(Trial(1, 2));
        figures.Add(Trial(2, 2));
        figures.Add(Trial(3, 2) with { Status = TrialStatus.Incomplete });

        var point = figures.Of(_ => false).ShouldHaveSingleItem();
        point.Trials.ShouldBe(2);
        point.RecordsPerS.ShouldBe(1000);
    }

    private static TrialResult Trial(int trial, double seconds) => new()
    {
        Point = Point,
        Trial = trial,
        WarmUp = false,
        Position = trial,
        StartedUtc = DateTimeOffset.UnixEpoch,
        Status = TrialStatus.Complete,
        AcknowledgedRecords = 2000,
        ElapsedS = seconds,
    };
}
