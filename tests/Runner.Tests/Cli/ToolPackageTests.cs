using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// The program as the SDK installs it: packed from this tree, from a folder that has nothing but the package. Slow because the
/// whole program is packed and installed.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class ToolPackageTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    /// <summary>Takes long: it publishes, packs and installs the program.</summary>
    [Fact]
    public void Tool_InstalledFromItsPackage_MeasuresUnderItsOwnName()
    {
        DotnetCommand.Pack(_folder, "Runner");
        DotnetCommand.Run(_folder, "tool", "install", "dbingest", "--tool-path", _folder.File("tools"), "--source",
            _folder.File("packages"));

        Tool("--version").Output.ShouldStartWith("dbingest 1.");

        // Two processes: the tool starts itself again by what it was started with.
        Tool("--db=sqlite,null", "--sources=1+1", "--records=200", "--batch=100", "--trials=2", "--warmup=1").ExitCode
            .ShouldBe(0);
        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.AcknowledgedRecords == 400);
        File.Exists(Path.Combine(_folder.Result, "report.html")).ShouldBeTrue();
    }

    public void Dispose() => _folder.Dispose();

    private CommandResult Tool(params string[] arguments)
    {
        using var command = _folder.StartWords([_folder.File("tools/dbingest"), .. arguments]);
        var result = command.Wait();
        result.ExitCode.ShouldBe(0, result.ToString());
        return result;
    }
}
