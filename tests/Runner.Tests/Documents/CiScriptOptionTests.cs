using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// The options with which the script for CI calls the program. A stand-in writes them down and leaves a folder as a run does, so
/// that nothing is measured. <see cref="CiScriptTests"/> runs the script with the program.
/// </summary>
public sealed class CiScriptOptionTests : IDisposable
{
    /// <summary>Its manifest has what that of a search has where <c>--find</c> is given.</summary>
    private const string StandIn = """
        #!/bin/sh
        echo "$*" >> said
        [ "$1" = run ] || exit 0
        folder=results/ci/2026-$(wc -l < said)
        mkdir -p "$folder"
        case "$*" in *--find*) search='  "search": {}' ;; *) search='' ;; esac
        printf '{\n%s\n}\n' "$search" > "$folder/manifest.json"
        : > "$folder/trials.jsonl"
        echo report > "$folder/report.md"
        """;

    private readonly CommandFolder _folder = new();

    public CiScriptOptionTests()
    {
        File.WriteAllText(_folder.File("program"), StandIn.ReplaceLineEndings("\n") + "\n");
        _folder.Shell("chmod +x program").ExitCode.ShouldBe(0);
        _folder.With("DBINGEST", "./program");
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// With --duration, or the stages of a rate, --records is the most that a source writes: a trial would end before its time.
    /// </summary>
    [Theory]
    [InlineData("--db=null", "--db=null --records 20000 --trials 8 --warmup 2")]
    [InlineData("--db=null --duration=5s", "--db=null --duration=5s --trials 8 --warmup 2")]
    [InlineData("--rate=1k@1m,20k@10s --db=null", "--rate=1k@1m,20k@10s --db=null --trials 8 --warmup 2")]
    [InlineData("--db null --rate 1k..20k@5m", "--db null --rate 1k..20k@5m --trials 8 --warmup 2")]
    [InlineData("--rate 10k --sources 2@a", "--rate 10k --sources 2@a --records 20000 --trials 8 --warmup 2")]
    [InlineData("--rate=10k --sources=2@a", "--rate=10k --sources=2@a --records 20000 --trials 8 --warmup 2")]
    [InlineData("--study 1", "--study 1 --trials 8 --warmup 2")]
    [InlineData("--ycsb=workloada", "--ycsb=workloada --trials 8 --warmup 2")]
    [InlineData("--find p99:50ms", "--find p99:50ms")]
    [InlineData("--records=5 --trials=4", "--records=5 --trials=4")]
    [InlineData("--precision=2%", "--precision=2% --records 20000")]
    public void Script_Options_AddsWhatNoneOfThemDecides(string given, string expected) =>
        Script(given).ShouldBe([$"run {expected} --out results/ci"]);

    /// <summary>A history refuses searches, so that the second build of a search would always have failed.</summary>
    [Fact]
    public void Script_Searches_HaveNoHistoryAndNoPlaceInOne()
    {
        Script("--find=p99:50ms").Length.ShouldBe(1);
        Script("--find=p99:50ms").Length.ShouldBe(2, "no history");
        Script("--db=null").Length.ShouldBe(3, "one result that is no search");
        string[] said = Script("--db=null");
        said.Length.ShouldBe(5);
        said[^1].ShouldBe("compare --history results/ci/2026-3/ results/ci/2026-4/ --last 3 --threshold 5");
    }

    /// <summary>Runs the script once, and returns the options of all calls so far.</summary>
    private string[] Script(string options)
    {
        using var command = _folder.StartWords(
            ["sh", Path.Combine(Repository.Root, "docs", "examples", "ci.sh"), .. options.Split(' ')]);
        command.Wait().ExitCode.ShouldBe((int)ExitCode.Done);
        return File.ReadAllLines(_folder.File("said"));
    }
}
