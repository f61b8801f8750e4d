using DbIngest.Analysis.Compare;
using DbIngest.Core.Plan;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Tests.Cli;

public class PairsOutputTests
{
    /// <summary>A gate that no data could fail has passed nothing.</summary>
    [Fact]
    public void Judgement_TooFewPairs_IsNone()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "run", "--db=null", "--records=100", "--sources=1", "--trials=2", "--warmup=0",
            "--side=a,b", "--ab=side");
        var judged = Comparison.OfPairs(Results.Read(folder.Result).Summary, SweepAxes.Side, 0.05);
        PairsOutput.Judgement(judged, 0.05)
            .ShouldBe("Not judged: 2 pairs cannot show a loss at 1 point; at least 6 pairs can.");
        PairsOutput.Judgement(judged with { Points = [judged.Points[0] with { Pairs = 6 }] }, 0.05)
            .ShouldStartWith("Passes: side b is not surely slower");
        PairsOutput.Judgement(judged with { Points = [judged.Points[0] with { IsRegression = true }] }, 0.05)
            .ShouldStartWith("FAILS: side b is surely slower");
        PairsOutput.Judgement(judged with { Points = [judged.Points[0] with { IsRegression = true, Ratio = null }] }, 0.05)
            .ShouldBe("FAILS: side b has no figures where side a has some.");
    }
}
