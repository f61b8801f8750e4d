using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Reproduce;

/// <summary>Findings of study 1 on the space of a server that does not tell it, which gives 0 bytes.</summary>
public class Study1SpaceTests
{
    [Theory]
    [InlineData("MongoDB's space grows in steps.")]
    [InlineData("Space per record converges as N grows: fixed overhead.")]
    public void OfStudy1_NoBytes_DecidesNothing(string claim)
    {
        var sweep = new FakeSweep
        {
            Databases = ["mongodb"],
            Records = [10_000, 20_000, 30_000],
            At = point => point with
            {
                Sources = SourceLayout.TryParse("5+3", out var layout) ? layout : SourceLayout.Single(8),
                Nodes = 4,
            },
            Trial = trial => trial with { Space = trial.Space! with { BytesPerRecord = 0 } },
        };
        Reproduction.OfStudy1([sweep.Summary]).Findings.Single(finding => finding.Claim == claim).Verdict
            .ShouldBe(FindingVerdict.NotMeasured);
    }
}
