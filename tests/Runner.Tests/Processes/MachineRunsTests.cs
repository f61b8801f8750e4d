using DbIngest.Runner.Advising;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Processes;

public sealed class MachineRunsTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-locks-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Enter_Alone_SeesNobody()
    {
        using var run = Enter(allowBusy: false);
        run.Others.ShouldBe(0);
    }

    [Fact]
    public void Enter_BesideAnother_IsRefusedWithTheRemedy()
    {
        using var first = Enter(allowBusy: false);
        Should.Throw<UsageException>(() => Enter(allowBusy: false)).Message
            .ShouldSatisfyAllConditions(m => m.ShouldContain("--allow-busy"), m => m
                .ShouldContain($"process {Environment.ProcessId}"));
        first.Others.ShouldBe(0, "who was refused is not there");
    }

    [Fact]
    public void Enter_BesideAnotherAllowed_BothKnowOfEachOther()
    {
        using var first = Enter(allowBusy: false);
        var second = Enter(allowBusy: true);
        first.Others.ShouldBe(1);
        second.Others.ShouldBe(1);
        second.Dispose();
        first.Others.ShouldBe(0);
    }

    [Fact]
    public void Enter_LockFileThatNobodyHolds_DoesNotBlock()
    {
        File.WriteAllText(Path.Combine(_folder, "run-1-0123.lock"), string.Empty);
        using var run = Enter(allowBusy: false);
        run.Others.ShouldBe(0);
    }

    /// <summary>A file that is not locked yet may be that of a run which starts just now.</summary>
    [Fact]
    public void Others_LockFileThatNobodyHolds_IsLeftToAStart()
    {
        using var run = Enter(allowBusy: false);
        string file = Path.Combine(_folder, "run-1-0123.lock");
        File.WriteAllText(file, string.Empty);
        run.Others.ShouldBe(0);
        File.Exists(file).ShouldBeTrue();
        using var second = Enter(allowBusy: true);
        File.Exists(file).ShouldBeFalse();
    }

    [Fact]
    public void Run_AfterAKilledOne_IsNotBlockedAndOneThatLivesBlocks()
    {
        using var folder = new CommandFolder().With(MachineRuns.FolderVariable, _folder);
        using (var running = folder.Start("--db", "null", "--records", "100", "--trials", "1000", "--warmup", "1"))
        {
            Poll.Until(() => Directory.GetFiles(_folder, "run-*").Length > 0, TimeSpan.FromMinutes(5)).ShouldBeTrue();
            var refused = folder.Expect(ExitCode.BadArguments, ["--db", "null", "--out", "other", .. CommandFolder.Small]);
            refused.ToString().ShouldContain("--allow-busy");
            running.Signal("KILL");
            running.Wait();
        }

        folder.Expect(ExitCode.Done, ["--db", "null", "--out", "other", .. CommandFolder.Small]);
    }

    /// <summary>
    /// No store is "not measured" because the machine is busy. What one start allowed, no later one takes over.
    /// </summary>
    [Fact]
    public void Advise_BesideARun_IsRefusedAsAWhole()
    {
        using var folder = new CommandFolder().With(MachineRuns.FolderVariable, _folder);
        using var other = Enter(allowBusy: false);
        string advice = folder.File("advice");
        new AdviseState(["--rate=2k", "--keep=1y", "--limit=p99:10s", "--db=null", "--allow-busy"], folder.Path,
            new Dictionary<string, string>()).Write(advice);

        folder.Expect(ExitCode.BadArguments, "advise", "--resume", advice).Error.ShouldContain("or say --allow-busy");

        Directory.GetDirectories(advice).ShouldBeEmpty();
    }

    /// <summary>
    /// The folder of locks is one for all accounts: root's run leaves files there that another account locks next.
    /// </summary>
    [Fact]
    [Needs("another account")]
    public void Run_OfAnotherAccount_LocksWhatRootMade()
    {
        using (Enter(allowBusy: false))
        {
        }

        using var folder = new CommandFolder().With(MachineRuns.FolderVariable, _folder);
        foreach (string shared in (string[])[_folder, folder.Path])
        {
            File.SetUnixFileMode(shared, (UnixFileMode)0x1FF);
        }

        using var run = folder.StartWords(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent", CommandFolder.Program,
                "--db=null", .. CommandFolder.Small]);
        var result = run.Wait();
        result.ExitCode.ShouldBe((int)ExitCode.Done, result.ToString());
    }

    private MachineRuns Enter(bool allowBusy) =>
        MachineRuns.Enter(allowBusy, name => name == MachineRuns.FolderVariable ? _folder : null);
}
