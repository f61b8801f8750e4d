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
            At = OnCluster,
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

    /// <summary>
    /// Throughput over N has the exponents -0.4, -0.1 and -0.05 on three deployments: -0.18 +- 4.302653 x 0.19 / sqrt(3), which
    /// includes 0. Nine means as independent ones would give +-0.14.
    /// </summary>
    [Fact]
    public void OfStudy1_OneDeploymentThatFalls_DoesNotDecideThatThroughputFalls()
    {
        double[] exponents = [-0.4, -0.1, -0.05];
        var sweep = new FakeSweep
        {
            Databases = ["cassandra"],
            Records = [10_000, 20_000, 40_000],
            Trials = 6,
            WarmUp = 0,
            Noise = 0.001,
            At = OnCluster,
            Trial = trial =>
            {
                int block = 1 + ((trial.Trial - 1) / 2);
                double slower = Math.Pow(trial.Point.RecordsPerSource / 10_000.0, -exponents[block - 1]);
                return FakeSweep.WithElapsed(trial, trial.ElapsedS * slower) with { Block = block };
            },
        };
        Reproduction.OfStudy1([sweep.Summary]).Findings
            .Single(finding => finding.Claim == "Cassandra's throughput falls with load.").Verdict
            .ShouldBe(FindingVerdict.NotMeasured);
    }

    private static Point OnCluster(Point point) => point with
    {
        Sources = SourceLayout.TryParse("5+3", out var layout) ? layout : SourceLayout.Single(8),
        Nodes = 4,
    };
}
