using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

public class InterruptTests
{
    private static readonly string[] Long =
        ["--db=sqlite", "--records=100k", "--sources=2", "--batch=500", "--trials=3", "--warmup=1", "--verbose"];

    /// <summary>A second a trial on any machine, of which the sources wait most.</summary>
    private static readonly string[] Slow =
        ["--db=sqlite", "--records=10k", "--rate=20k", "--sources=2", "--batch=500", "--trials=3", "--warmup=1", "--verbose"];

    /// <summary>Three seconds a trial in two source processes, which wait most of the time.</summary>
    private static readonly string[] SlowProcesses =
        ["--db=null", "--records=30k", "--rate=20k", "--sources=1+1", "--batch=500", "--trials=2", "--verbose"];

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP")]
    public void Signal_InTheMiddle_EndsCleanlyAndSaysHowToGoOn(string signal)
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(Slow);
        command.WaitForError("\ningest\n", times: 2);
        command.Signal(signal);
        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        folder.Trials.Count.ShouldBe(1, "the second trial is abandoned");
        Directory.GetDirectories(folder.File("results")).ShouldBe([folder.Result], "its data is removed");
        const string lead = "To resume: ";
        string line = result.Error.Split('\n').Single(l => l.Contains(lead, StringComparison.Ordinal));
        line.ShouldContain("run --resume ");
        line.ShouldContain(Path.GetFileName(folder.Result));

        // A shell takes the line as it is, once: a process for each signal would show no more.
        var resumed = signal == "INT"
            ? folder.Shell(line[(line.IndexOf(lead, StringComparison.Ordinal) + lead.Length)..])
            : folder.Run("--resume", folder.Result);
        resumed.ExitCode.ShouldBe(0, resumed.ToString());
        folder.Trials.Count.ShouldBe(3);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete);
    }

    /// <summary>
    /// A terminal that closes sends SIGHUP through the shell, and once more when the shell ends. Who ends the session sends
    /// SIGTERM.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void HangUp_SeveralTimes_EndsCleanlyAllTheSame()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(SlowProcesses);
        command.WaitForError("\ningest\n");
        int[] workers = ChildProcesses.Of(command.Id);
        workers.Length.ShouldBe(2);
        Array.ForEach(workers, worker => RunningCommand.Signal(worker, "HUP"));

        // The first trial ends with them before its parent hears of anything.
        command.WaitForError("\ningest\n", times: 2);
        RunningCommand.Signal(command.Id, "HUP", "HUP", "TERM");
        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.ShouldContain("To resume: ");
        folder.Trials.ShouldHaveSingleItem().Status
            .ShouldBe(TrialStatus.Complete, "source processes leave the end to their parent");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void HangUp_StartedByNohup_GoesOn()
    {
        using var folder = new CommandFolder();
        using var command = folder.StartWords(["nohup", CommandFolder.Program, .. Slow]);
        command.WaitForError("\ningest\n");
        command.Signal("HUP");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Done, result.ToString());
        folder.Trials.Count.ShouldBe(3);
    }

    [Fact]
    public void Interrupt_WithSourceProcesses_EndsThemToo()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(SlowProcesses);
        command.WaitForError("\ningest\n");
        int[] workers = ChildProcesses.Of(command.Id);
        workers.Length.ShouldBe(2);
        command.Signal("INT");
        command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
        workers.ShouldAllBe(w => !Directory.Exists($"/proc/{w}"));
    }

    /// <summary>
    /// A server that was started for the sweep has a session of its own, which a terminal's Ctrl-C does not reach: we end it.
    /// </summary>
    [Fact]
    [Needs("cassandra")]
    public void Interrupt_WithANodeOfOurOwn_EndsItAndKeepsTheJournal()
    {
        using var folder = new CommandFolder();
        string endpoint = CassandraHome.Endpoint;
        using var command = folder.Start(
            "--db=cassandra", $"--endpoint={endpoint}", "--records=100,1M", "--order=rising", "--sources=2", "--trials=1",
                "--warmup=0", "--verbose");
        command.WaitForError("\ningest\n", times: 2);
        int node = ChildProcesses.First(command.Id, "java");
        command.Signal("INT");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.ShouldContain("it may take 0.8 GiB of memory");
        folder.Trials.ShouldHaveSingleItem().Status.ShouldBe(TrialStatus.Complete, "the second trial is abandoned");

        // Whoever leaves does not wait longer than a moment for the guardian, which does its work all the same.
        Poll.Until(() => !Directory.Exists($"/proc/{node}") && Directory.GetDirectories(folder.File("results"))
            .Length == 1, TimeSpan.FromMinutes(2))
            .ShouldBeTrue("the node is ended and its files are removed");
    }

    [Fact]
    public void Interrupt_Twice_LeavesAtOnce()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start(Long);
        command.WaitForError("\ningest\n");
        command.Signal("INT");
        command.Signal("INT");
        command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
    }

    [Fact]
    public void Interrupt_InAnExport_IsSaidOnceAndLeavesNoFile()
    {
        using var folder = new CommandFolder();
        using var command = folder.Start("sources", "export", "a.csv", "--format=csv", "--records=100M");
        Poll.Until(() => File.Exists(folder.File(".a.csv.new/a.csv")), TimeSpan.FromMinutes(2)).ShouldBeTrue();
        command.Signal("INT");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.Split("Interrupted.").Length.ShouldBe(2, result.Error);
        File.Exists(folder.File("a.csv")).ShouldBeFalse();
        Directory.Exists(folder.File(".a.csv.new")).ShouldBeFalse();
    }

    /// <summary>
    /// A verb of stored results had ended without a word, and had left its temporary folder. The stand-in that signs waits for
    /// the end of it.
    /// </summary>
    [Fact]
    [Needs("linux")]
    public void Interrupt_OfAnArchive_IsSaidAndLeavesNothing()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, ["--db=null", .. CommandFolder.Small]);
        string temporary = Directory.CreateDirectory(folder.File("temporary")).FullName;
        string signer = folder.File("ssh-keygen");
        File.WriteAllText(signer, "#!/bin/sh\ntouch started\nwhile kill -0 $PPID; do sleep 0.1; done 2> /dev/null\n");
        File.SetUnixFileMode(signer, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using var command = folder.With("PATH", $"{folder.Path}{Path.PathSeparator}{Environment.GetEnvironmentVariable("PATH")}")
            .With("TMPDIR", temporary).Start("archive", folder.Result, "--sign=key");
        Poll.Until(() => File.Exists(folder.File("started")), TimeSpan.FromMinutes(2)).ShouldBeTrue();
        command.Signal("INT");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.Split("Interrupted.").Length.ShouldBe(2, result.Error);
        Directory.GetFiles(folder.Path, "*.tar.gz").ShouldBeEmpty();
        Directory.GetDirectories(temporary, "dbingest-*").ShouldBeEmpty();
    }
}
