using DbIngest.Core.Results;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Cli;

public class BlockTests
{
    private static readonly string[] Sweep =
        ["--db=sqlite,null", "--records=500", "--batch=100", "--trials=3", "--warmup=1", "--blocks=2"];

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_Blocks_HasOneDeploymentAtATimeAndSaysSo()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Done, Sweep);

        result.Error.ShouldContain("3 trials (1 warm-up) in each of 2 blocks, one deployment at a time");
        result.Error.ReplaceLineEndings(" ").ShouldContain(RunText.FewBlocks(2)!);
        var trials = folder.Trials;
        trials.Count.ShouldBe(2 * 2 * 3);
        trials.ShouldAllBe(t => t.Status == TrialStatus.Complete);
        trials.Chunk(3).ShouldAllBe(block => block.Select(t => new { t.Block, t.DeployedUtc, t.Point.Database }).Distinct()
            .Count() == 1);
        trials.Select(t => t.DeployedUtc).Distinct().Count().ShouldBe(4, "each block is started fresh");
        trials.Count(t => t.WarmUp).ShouldBe(4);
        File.ReadAllText(Path.Combine(folder.Result, "summary.json"))
            .ShouldContain("Every point was measured on 2 deployments at least");

        // A journal that ends within the last block, as after a crash, which leaves no summary: that block is begun again.
        File.Delete(Path.Combine(folder.Result, "summary.json"));
        string journal = Path.Combine(folder.Result, "trials.jsonl");
        File.WriteAllBytes(journal, File.ReadAllBytes(journal)[..^100]);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--blocks=0").Error
            .ShouldContain("--blocks is none, and was 2");
        folder.Expect(ExitCode.Done, "--resume", folder.Result);
        folder.Trials.Count.ShouldBe(12 - 1 + 3);
        folder.Trials.TakeLast(3).Select(t => t.DeployedUtc).Distinct().ShouldHaveSingleItem()
            .ShouldNotBe(trials[^1].DeployedUtc);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--trials=4").Error
            .ShouldContain("--trials: a sweep with blocks cannot be extended");
    }

    /// <summary>The null target varies by more than 0.1 %: the most trials come first, one in each block.</summary>
    [Fact]
    public void Resume_BlocksUntilPrecise_GoesOnTwice()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=500", "--sources=1", "--trials=1", "--warmup=0", "--blocks=2",
            "--precision=0.2%", "--max-trials=10");

        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--precision=0.1%", "--max-trials=11");
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--max-trials=12");

        folder.Expect(ExitCode.Done, "--resume", folder.Result).Error.ShouldContain("nothing is left to measure");
        ResultFolder.Open(folder.Result).ReadManifest()
            .ExtendedBy(Journal.Read(Path.Combine(folder.Result, "trials.jsonl"))).Arguments
            .ShouldContain("--trials=1", "--again measures as many in each block");
    }

    [Fact]
    public void FewBlocks_TwoDeployments_AreWarnedOfAlone()
    {
        RunText.FewBlocks(2).ShouldNotBeNull().ShouldContain("--blocks=3");
        ((int?[])[null, 0, 1, 3]).ShouldAllBe(blocks => RunText.FewBlocks(blocks) == null);
    }

    [Fact]
    public void Plan_Blocks_CountsAllTrials()
    {
        using var folder = new CommandFolder();
        string output = folder.Expect(ExitCode.Done, ["plan", .. Sweep]).Output;
        output.ShouldContain("2 points, 12 trials");
        output.ShouldContain("--blocks=3 or more");
    }

    [Theory]
    [InlineData("--isolate", "--blocks=0", "leaves all targets open")]
    [InlineData("--blocks=100", "--trials=1000", "100 blocks of 1000 trials are 100,000 trials a point; at most 10,000")]
    [InlineData("--endpoint=kept.db", "--isolate", "is where --endpoint or --cluster says")]
    public void Run_BlocksThatCannotBe_AreRefused(string first, string second, string reason)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "--records=500", first, second).Error.ShouldContain(reason);
    }

    /// <summary>A block starts both servers of a hybrid fresh, or its trials are not those of another deployment.</summary>
    [Fact]
    public void Run_BlocksOfAHybridOneOfWhoseServersIsNamed_AreRefused()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, "--db=sqlite+postgres", "--endpoint=postgres=db1", "--records=500", "--isolate")
            .Error.ShouldContain("postgres is where --endpoint or --cluster says");
    }
}
