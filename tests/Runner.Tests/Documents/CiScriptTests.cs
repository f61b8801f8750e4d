using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>The script for CI that the docs name, as a CI runs it. Slow because each build of a CI is a whole sweep.</summary>
[Trait("Suite", "Slow")]
public sealed class CiScriptTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    /// <summary>Takes long: four sweeps.</summary>
    [Fact]
    public void Script_PassingAndFailingGates_KeepsTheExitCodeAndLeavesAReport()
    {
        Script("--fail-above=sqlite:bytes:100000").ShouldBe((int)ExitCode.Done);
        Report().ShouldContain("sqlite");
        Report().ShouldNotContain("## History", customMessage: "one result has no history");

        Script("--fail-above=sqlite:bytes:1").ShouldBe((int)ExitCode.ThresholdExceeded);
        Report().ShouldContain("sqlite");

        Script("--fail-above=sqlite:bytes:100000").ShouldBe((int)ExitCode.Done);
        Report().ShouldContain("## History");
        Report().ShouldContain("too few runs: at least 8");

        Script("--fail-above=sqlite:bytes:100000", "--trials=2").ShouldBe((int)ExitCode.Done, "its warm-up leaves a trial");

        Script("--db=unknown").ShouldBe((int)ExitCode.BadArguments);
        Report().ShouldContain("exit code 2");
    }

    public void Dispose() => _folder.Dispose();

    private int Script(string gate, params string[] trials)
    {
        string[] database = gate.StartsWith("--db", StringComparison.Ordinal) ? [] : ["--db=sqlite"];
        using var command = _folder.With("DBINGEST", CommandFolder.Program).StartWords(
            ["sh", Path.Combine(Repository.Root, "docs", "examples", "ci.sh"), .. database, "--records=500", "--sources=1", gate,
                .. trials.Length > 0 ? trials : ["--trials=3", "--warmup=1"]]);
        return command.Wait().ExitCode;
    }

    private string Report() => File.ReadAllText(_folder.File("results/ci/report.md"));
}
