using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Servers whose own disk is full for a while, as a user asks for it.</summary>
[Trait("Suite", "Slow")]
public class FullDiskFaultTests
{
    private static readonly string[] Common =
        ["--sources=2", "--batch=1000", "--warmup=0", "--rehearsal=0", "--trials=1", "--verbose", "--allow-busy"];

    [Theory]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("own disk")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_DiskFull_LosesNothingAndLeavesNoDisk(string database)
    {
        using var folder = new CommandFolder();

        var result = folder.Expect(ExitCode.Done, [.. Common, $"--db={database}", "--duration=7",
            "--fault=none,disk-full@2s:2s", "--work-folder", folder.Path]);

        var fault = folder.Trials.Single(trial => trial.Fault is not null).Fault!;
        (fault.Kind, fault.Happened, fault.LostRecords).ShouldBe((FaultKind.DiskFull, true, 0));
        fault.StoppedS!.Value.ShouldBeGreaterThanOrEqualTo(fault.BeganS!.Value);
        fault.StartedS!.Value.ShouldBeGreaterThanOrEqualTo(fault.BeganS.Value + 2);
        fault.AcceptedS!.Value.ShouldBeGreaterThanOrEqualTo(fault.StartedS.Value);
        fault.FirstAckAfterS!.Value.ShouldBeGreaterThanOrEqualTo(2);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Space!.BytesPerRecord > 0);
        result.Output.ShouldContain("Faults of the server");
        File.ReadAllText(Path.Combine(folder.Result, "manifest.json")).ShouldContain("server_disk");
        File.ReadAllText(Path.Combine(folder.Result, "report.md"))
            .ShouldContain("0 acknowledged records lost in 1 full disk: at most 95.0 % of full disks lose any, at 95 %");
        MountsIn(folder.Path).ShouldBeEmpty();
        Directory.GetDirectories(folder.Path, "dbingest-*").ShouldBeEmpty();
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("KILL")]
    [Needs("own disk")]
    [Needs("mariadb")]
    public void Interrupt_WhileTheDiskIsFull_LeavesNoDiskBehind(string signal)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start([.. Common, "--db=mariadb", "--duration=300", "--fault=disk-full@1s:5m",
            "--work-folder", folder.Path]);
        command.WaitForError("\ningest\n");
        Poll.Until(() => MountsIn(folder.Path).Any(mount => File.Exists(Path.Combine(mount, "filler"))),
            TimeSpan.FromMinutes(1)).ShouldBeTrue("the disk is full");

        string server = Path.GetDirectoryName(MountsIn(folder.Path).ShouldHaveSingleItem())!;
        RunningCommand.Signal(command.Id, signal);

        Poll.Until(() => MountsIn(folder.Path).Count == 0 && !Directory.Exists(server), TimeSpan.FromMinutes(2))
            .ShouldBeTrue("the disk is unmounted and its image removed");
    }

    /// <summary>A server of another account is elsewhere if that cannot enter the work folder, as PostgreSQL's as root.</summary>
    private static List<string> MountsIn(string folder) =>
        [.. File.ReadLines("/proc/self/mountinfo").Select(line => line.Split(' ')[4])
            .Where(path => path.StartsWith(folder, StringComparison.Ordinal))];
}
