using System.Text.Json;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Faults of a private PostgreSQL, as a user asks for them.</summary>
[Trait("Suite", "Slow")]
public class FaultRunTests
{
    private static readonly string[] Postgres =
        ["--db=postgres", "--batch=100", "--warmup=0", "--verbose", "--allow-busy"];

    [Fact]
    [Needs("postgres")]
    public void Run_KillAndPause_LoseNothingAndSayWhatTheyDid()
    {
        using var folder = new CommandFolder();

        var result = folder.Expect(ExitCode.Done, [.. Postgres, "--sources=1+1", "--duration=4", "--fault=kill@1s,pause@1s:1s",
            "--trials=1", "--work-folder", folder.Path]);

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Fault!.LostRecords == 0);
        var kill = folder.Trials.Single(trial => trial.Fault!.Kind == FaultKind.Kill).Fault!;
        kill.AcceptedS.ShouldNotBeNull().ShouldBeGreaterThan(kill.StartedS!.Value);
        folder.Trials.Single(trial => trial.Fault!.Kind == FaultKind.Pause).Fault!.FirstAckAfterS!.Value.ShouldBeGreaterThan(1);
        result.Output.ShouldContain("Faults of the server");
        File.ReadAllText(Path.Combine(folder.Result, "report.md"))
            .ShouldContain("0 acknowledged records lost in 1 kill: at most 95.0 % of kills lose any, at 95 %");
        using var summary = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json")));
        summary.RootElement.GetProperty("points")[0].GetProperty("fault").GetProperty("happened").GetInt32().ShouldBe(1);
    }

    /// <summary>The nodes that are left go on, or wait for it where they have no copy yet.</summary>
    [Fact]
    [Needs("cockroach")]
    public void Run_NodeOfAClusterKilled_IsBackAndNothingIsLost()
    {
        using var folder = new CommandFolder();
        folder.With("DBINGEST_SERVERS", RunnerNeeds.Servers);

        var result = folder.Expect(ExitCode.Done, "--db=cockroach", "--nodes=3", "--sources=2", "--batch=100", "--duration=8",
            "--fault=node-kill@2s:2s", "--trials=1", "--warmup=0", "--allow-busy", "--work-folder", folder.Path);

        var trial = folder.Trials.ShouldHaveSingleItem();
        trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
        var fault = trial.Fault.ShouldNotBeNull();
        (fault.Kind, fault.LostRecords).ShouldBe((FaultKind.NodeKill, 0));
        fault.StartedS!.Value.ShouldBeGreaterThanOrEqualTo(fault.BeganS!.Value + 2);
        fault.AcceptedS!.Value.ShouldBeGreaterThan(fault.StartedS.Value);
        result.Output.ShouldContain("Faults of the server");
        File.ReadAllText(Path.Combine(folder.Result, "report.md"))
            .ShouldContain("0 acknowledged records lost in 1 node kill: at most 95.0 % of node kills lose any, at 95 %");
    }

    /// <summary>A graceful stop and a start are measured apart, in an open loop, and a resumed sweep goes on with them.</summary>
    [Fact]
    [Needs("postgres")]
    public void Run_RestartAtARate_ShowsTheStallAndIsResumed()
    {
        using var folder = new CommandFolder();
        string[] options = [.. Postgres, "--sources=2", "--duration=5", "--fault=restart@1s", "--rate=2000", "--trials=1"];
        folder.Expect(ExitCode.Done, [.. options, "--work-folder", folder.Path]);

        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--trials=2");

        folder.Trials.Count.ShouldBe(2);
        folder.Trials.ShouldAllBe(trial => trial.Fault!.Happened && trial.Fault.LostRecords == 0);

        // The server acknowledges until its shutdown reaches the sessions, so that the stall is shorter than the fault.
        folder.Trials.ShouldAllBe(trial => trial.OpenLoop!.Response!.MaxUs > 1e6 * 0.5 * trial.Fault!.FirstAckAfterS!.Value);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--fault=kill@1s").Error.ShouldContain("--fault");
    }

    [Fact]
    [Needs("postgres")]
    public void Run_TrialThatEndsBefore_IsLabelled()
    {
        using var folder = new CommandFolder();

        folder.Expect(ExitCode.Done, [.. Postgres, "--sources=2", "--records=1000", "--fault=kill@10m", "--trials=1"]);

        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("fault in 0 of 1");
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("KILL")]
    [Needs("postgres")]
    public void Interrupt_InAPause_LeavesNothingBehind(string signal)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start([.. Postgres, "--sources=2", "--duration=300", "--fault=pause@1s:5m", "--trials=1",
            "--work-folder", folder.Path]);
        command.WaitForError("\ningest\n");
        int postmaster = ChildProcesses.First(command.Id, "postgres");
        int[] server = [postmaster, .. ChildProcesses.Of(postmaster)];
        Poll.Until(() => server.All(IsStopped), TimeSpan.FromMinutes(1)).ShouldBeTrue("the server stands still");

        RunningCommand.Signal(command.Id, signal);

        Poll.Until(() => !server.Any(pid => Directory.Exists($"/proc/{pid}"))
            && Directory.GetDirectories(folder.Path, "dbingest-postgres-*").Length == 0, TimeSpan.FromMinutes(2))
            .ShouldBeTrue("the server is ended and its files are removed");
    }

    private static bool IsStopped(int pid)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[stat.LastIndexOf(')') + 2] == 'T';
        }
        catch (IOException)
        {
            return true;
        }
    }
}
