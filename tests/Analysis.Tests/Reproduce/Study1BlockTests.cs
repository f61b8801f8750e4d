using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>Findings of study 1 on points that were measured on several deployments.</summary>
public class Study1BlockTests
{
    /// <summary>One of three deployments is slow. Its six trials are one value, and not six.</summary>
    [Fact]
    public void OfStudy1_OneSlowDeployment_DoesNotDecideThatADatabaseIsIrregular()
    {
        var sweep = new FakeSweep
        {
            Databases = ["cassandra", "mongodb"],
            Trials = 18,
            WarmUp = 0,
            At = point => point with
            {
                Sources = SourceLayout.TryParse("5+3", out var layout) ? layout : SourceLayout.Single(8),
                Nodes = 4,
            },
            Trial = trial => FakeSweep.WithElapsed(
                trial, trial.ElapsedS * (trial is { Point.Database: "cassandra", Trial: > 6 and <= 12 } ? 1.5 : 1)) with
            {
                Block = 1 + ((trial.Trial - 1) / 6),
            },
        };
        Reproduction.OfStudy1([sweep.Summary]).Findings
            .Single(finding => finding.Claim == "Cassandra is more irregular than the other NoSQL databases.").Verdict
            .ShouldBe(FindingVerdict.NotMeasured);
    }
}
