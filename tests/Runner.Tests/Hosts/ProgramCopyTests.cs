using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>The program copied to hosts that are this machine with another home folder each.</summary>
public sealed class ProgramCopyTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    private string Launcher => $"env -u XDG_CACHE_HOME HOME={_folder.File("home")}/{{host}} {{command}}";

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_ProgramNotThere_IsCopiedOnceAndAgainWhereItIsDamaged()
    {
        string[] run = ["--db=null", "--records=2k", "--trials=2", "--warmup=1", "--sources=1@alpha+1@beta",
            "--host-program=copy", "--launcher", Launcher];

        string first = _folder.Expect(ExitCode.Done, run).Error;

        first.ShouldContain("Copying this program to alpha");
        first.ShouldContain("Copying this program to beta");
        ResultFolder.Open(_folder.Result).ReadManifest().Configuration.HostProgram.ShouldBe("copy");
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Hosts!.Count == 2);
        string there = Directory.GetDirectories(Cache("alpha")).ShouldHaveSingleItem();
        Path.GetFileName(Directory.GetDirectories(Cache("beta")).ShouldHaveSingleItem())
            .ShouldBe(Path.GetFileName(there), "one build has one hash");
        Directory.GetFiles(there, "*.pdb").ShouldBeEmpty("only what runs is copied");

        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=3").Error.ShouldNotContain("Copying");

        // What is read by no check but that of the hashes.
        string library = Directory.GetFiles(there, "Npgsql.dll").ShouldHaveSingleItem();
        File.AppendAllText(library, "?");
        string again = _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=4").Error;
        again.ShouldContain("Copying this program to alpha");
        again.ShouldNotContain("to beta");
        Directory.GetDirectories(Cache("alpha")).ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("sh -c 'HOME=/proc/nowhere exec {command}' {host}", "mkdir")]
    [InlineData("sh -c 'ulimit -f 1000; HOME=HERE exec {command}' {host}", "File size limit exceeded")]
    [InlineData("sh -c 'head -c 3000000 | HOME=HERE {command}' {host}", "tar")]
    public void Run_CopyFails_IsRefusedWithTheHostsWordsAndNothingStays(string launcher, string said)
    {
        string home = Directory.CreateDirectory(_folder.File("home/alpha")).FullName;

        var result = _folder.Expect(
            ExitCode.Unreachable, "--db=null", "--records=2k", "--sources=1@alpha", "--host-program=copy", "--launcher",
                "env -u XDG_CACHE_HOME " + launcher.Replace("HERE", home, StringComparison.Ordinal));

        result.Error.ShouldContain("This program cannot be copied to alpha: ");
        result.Error.ShouldContain(said);
        result.Error.ShouldContain("--host-program");
        _folder.HasResult.ShouldBeFalse();
        (Directory.Exists(Cache("alpha")) ? Directory.GetFileSystemEntries(Cache("alpha")) : []).ShouldBeEmpty();
    }

    [Fact]
    public void Run_InterruptedWhileItCopies_EndsAtOnce()
    {
        string slow = $"sh -c '{{ head -c 3000000; sleep 100; }} | env -u XDG_CACHE_HOME HOME={_folder.File("home")}/{{host}} "
            + $"{{command}}'";
        using var command =
            _folder.Start("--db=null", "--records=2k", "--sources=1@alpha", "--host-program=copy", "--launcher", slow);
        command.WaitForError("Copying this program to alpha");
        command.Signal("INT");

        command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);

        _folder.HasResult.ShouldBeFalse();
        Directory.GetDirectories(Cache("alpha"))
            .ShouldAllBe(folder => Path.GetFileName(folder).StartsWith("new."), "nothing passes for whole");
    }

    /// <summary>A child that no signal to the launcher reaches holds its pipes, as a process behind sudo does.</summary>
    [Fact]
    public void Run_InterruptedWhileAChildOutlivesTheLauncher_IsNotWaitedFor()
    {
        string launcher = $"sh -c 'setsid -f sh -c \"while test -d {_folder.Path}; do sleep 1; done\"; echo send; "
            + "cat >/dev/null' {host} {command}";
        using var command =
            _folder.Start("--db=null", "--records=2k", "--sources=1@alpha", "--host-program=copy", "--launcher", launcher);
        command.WaitForError("Copying this program to alpha");
        command.Signal("INT");

        command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
    }

    private string Cache(string host) => Path.Combine(_folder.File("home"), host, ".cache", "dbingest");
}
