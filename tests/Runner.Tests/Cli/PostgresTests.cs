using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

public class PostgresTests
{
    private static readonly string[] Small = ["--db=postgres", .. CommandFolder.Small];

    [Fact]
    public void Run_PortClosed_IsUnreachable()
    {
        using var folder = new CommandFolder();
        var result = folder.Expect(ExitCode.Unreachable, [.. Small, "--endpoint=Host=127.0.0.1;Port=1;Username=u"]);
        result.Error.ShouldContain("postgres");
        result.Output.ShouldBeEmpty();
        Directory.GetDirectories(folder.File("results")).ShouldBeEmpty("there is no result without a measurement");
    }

    [Fact]
    [Needs("postgres")]
    public void Run_WrongPassword_IsUnreachableAndDoesNotRepeatIt()
    {
        using var server = Server.Start();
        using var folder = new CommandFolder().With("DBINGEST_POSTGRES_PASSWORD", "wrong-" + Server.Password);
        var result = folder.Expect(ExitCode.Unreachable, [.. Small, "--endpoint", server.Endpoint]);
        result.ToString().ShouldNotContain(Server.Password);
    }

    [Theory]
    [InlineData("environment")]
    [InlineData("file")]
    [InlineData("endpoint")]
    [Needs("postgres")]
    public void Run_WithPassword_LeavesItNowhere(string way)
    {
        using var server = Server.Start();
        using var folder = new CommandFolder();
        string[] secret = ["--endpoint", server.Endpoint];
        switch (way)
        {
            case "environment":
                folder.With("DBINGEST_POSTGRES_PASSWORD", Server.Password);
                break;
            case "file":
                string file = Path.GetTempFileName();
                File.WriteAllText(file, Server.Password);
                secret = [.. secret, "--password-file", file];
                break;
            default:
                secret = ["--endpoint", $"{server.Endpoint};Password={Server.Password}"];
                break;
        }

        var result = folder.Expect(ExitCode.Done,
            ["--db=postgres", "--records=500", "--sources=1+1", "--batch=100", "--trials=2", "--verbose", .. secret]);
        result.ToString().ShouldNotContain(Server.Password);
        foreach (string left in Directory.EnumerateFiles(folder.Result))
        {
            File.ReadAllText(left).ShouldNotContain(Server.Password, Case.Insensitive, left);
        }

        // Resuming asks for what was not stored.
        if (way == "endpoint")
        {
            folder.Expect(ExitCode.BadArguments, "--resume", folder.Result).Error.ShouldContain("never stored");
        }

        folder.Expect(ExitCode.Done, ["--resume", folder.Result, "--trials=3", .. secret]);
    }

    /// <summary>
    /// As behind a cut line: every batch is acknowledged in the end, and the figure is the line's. That is said beside it.
    /// </summary>
    [Fact]
    [Needs("postgres")]
    public void Run_ServerStandsStillForAWhile_IsCompleteAndSaysSo()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start("--db=postgres", "--records=300k", "--batch=100", "--sources=2", "--trials=1",
            "--warmup=0", "--verbose", "--work-folder", folder.Path);
        command.WaitForError("\ningest\n");
        int postmaster = ChildProcesses.First(command.Id, "postgres");
        int[] server = [postmaster, .. ChildProcesses.Of(postmaster)];
        Array.ForEach(server, pid => RunningCommand.Signal(pid, "STOP"));
        Thread.Sleep(TimeSpan.FromSeconds(10));
        Array.ForEach(server, pid => RunningCommand.Signal(pid, "CONT"));

        command.Wait().ExitCode.ShouldBe((int)ExitCode.Done, command.Error);
        folder.Trials.ShouldHaveSingleItem().Status.ShouldBe(TrialStatus.Complete);
        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("stood still");
    }

    [Fact]
    [Needs("postgres")]
    public void Run_ServerKilledInTheMiddle_SweepGoesOn()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(
            "--db=postgres", "--records=300k", "--batch=200", "--sources=2", "--trials=3", "--warmup=0", "--retries=0",
                "--verbose", "--work-folder", folder.Path);
        command.WaitForError("\ningest\n");

        KilledServer.ShouldCostTheFirstTrialAlone(folder, command);
    }
}
