using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>No finding rests on the speed of a database that lost records.</summary>
public class FailedAuditTests
{
    /// <summary>A relational server that is twice as fast as a cluster of four, by the protocol of study 1.</summary>
    private static readonly FakeSweep Sweep = new()
    {
        Databases = ["postgres", "cassandra"],
        At = point => point with
        {
            Sources = SourceLayout.Single(8),
            Nodes = point.Database == "cassandra" ? 4 : null,
        },
        Target = target => target.Database == "cassandra"
            ? target with { Model = DataModel.WideColumn, Nodes = 4 } : target with { Model = DataModel.Relational },
        Trial = trial => trial.Point.Database == "postgres" ? FakeSweep.WithElapsed(trial, trial.ElapsedS / 2) : trial,
    };

    [Fact]
    public void OfStudy1_PointsThatLostRecords_DecideNothingAndAreNamed()
    {
        var whole = Reproduction.OfStudy1([Sweep.Summary]);
        whole.Findings[0].Verdict.ShouldBe(FindingVerdict.StillHolds, whole.Findings[0].Reason);
        whole.Basis.ShouldNotContain(sentence => sentence.Contains("audit", StringComparison.Ordinal));

        var losing = Reproduction.OfStudy1([(Sweep with
        {
            Trial = trial => trial is { Trial: 9, Point.Database: "postgres" } ? Lost(trial) : Sweep.Trial(trial),
        }).Summary]);
        losing.Findings[0].Verdict.ShouldBe(FindingVerdict.NotMeasured);
        losing.Basis.ShouldContain("Left out: 2 points of postgres, of which a trial failed its audit.");
    }

    private static TrialResult Lost(TrialResult trial) => trial with
    {
        Status = TrialStatus.Invalid,
        Audit = trial.Audit! with { Passed = false, MissingRecords = 1 },
    };
}
