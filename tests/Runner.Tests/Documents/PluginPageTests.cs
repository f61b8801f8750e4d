using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Documents;

/// <summary>
/// The way from a clone to a measured plug-in: the block of commands of docs/how-to/add-a-database.md is run as it stands.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class PluginPageTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    private string Short => $"--records 500 --sources 2 --trials 2 --warmup 1 --out '{_folder.File("results")}'";

    /// <summary>Takes long: each command of the page runs, builds among them.</summary>
    [Fact]
    public void Page_FollowedAsWritten_EndsWithAMeasuredPlugin()
    {
        string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "how-to", "add-a-database.md"));
        string section = page[page.IndexOf("## As a plug-in", StringComparison.Ordinal)..];
        string block = section.Split("```")[1];
        block.ShouldContain("dotnet new install");
        block.ShouldContain("dbingest --plugin");

        // A sweep of 13 trials and four sizes is the page's; here it is a short one.
        Follow(block.Replace("--db mydatabase,sqlite", $"--db mydatabase,sqlite {Short}", StringComparison.Ordinal));
    }

    /// <summary>The same of the plug-in of this repository, with the quick part of its tests.</summary>
    [Fact]
    [Needs("duckdb")]
    public void DuckDbPage_FollowedAsWritten_EndsWithAMeasuredPlugin()
    {
        string page = File.ReadAllText(Path.Combine(Repository.Root, "plugins", "DuckDb", "README.md"));
        string block = page[page.IndexOf("## In a minute", StringComparison.Ordinal)..].Split("```")[1];
        block.ShouldContain("dotnet test plugins/DuckDb.Tests");
        block.ShouldContain("--db duckdb,sqlite");
        Follow(block
            .Replace("DuckDb.Tests", "DuckDb.Tests --filter 'DuckDbFailureTests|AnyBatchSize'", StringComparison.Ordinal)
            .Replace("--db duckdb,sqlite", $"--db duckdb,sqlite {Short}", StringComparison.Ordinal));
    }

    public void Dispose() => _folder.Dispose();

    private void Follow(string script)
    {
        // A home of its own: neither template nor packages of this tree stay on the machine. Other packages come from where
        // builds take them. A reader has no CI, where builds run analysers.
        string home = _folder.File("home");
        string user = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget");
        string configuration = Path.Combine(user, "NuGet", "NuGet.Config");
        if (File.Exists(configuration))
        {
            Directory.CreateDirectory(Path.Combine(home, ".nuget", "NuGet"));
            File.Copy(configuration, Path.Combine(home, ".nuget", "NuGet", "NuGet.Config"));
        }

        _folder.With("HOME", home).With("DOTNET_CLI_HOME", home)
            .With("NUGET_PACKAGES", _folder.File("restored")).With("RestoreFallbackFolders", RunnerNeeds.NuGetFolder)
            .With("CI", string.Empty).With("DBINGEST_TRX", string.Empty).With("DBINGEST_RAN", string.Empty)
            .With("MSBUILDDISABLENODEREUSE", "1")
            .With("PATH", $"{AppContext.BaseDirectory}:{Environment.GetEnvironmentVariable("PATH")}");
        var result = _folder.Shell($"set -e\ncd '{Repository.Root}'\n{script}");

        result.ExitCode.ShouldBe(0, result.ToString());
        result.Output.ShouldContain("Passed!");
        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
    }
}
