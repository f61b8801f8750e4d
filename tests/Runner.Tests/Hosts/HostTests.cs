using DbIngest.Core.Results;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Hosts;

/// <summary>Sources on hosts that are this machine under other names: all that a host is but its network.</summary>
public sealed class HostTests : IDisposable
{
    private const int ShiftS = 123_456;
    private const string Here = "env HOST={host} {command}";

    /// <summary>Trials that last as long as they are told to, whose sources wait instead of taking the cores.</summary>
    private static readonly string[] Waiting = ["--db=null", "--records=100M", "--rate=10k", "--batch=100"];

    private readonly CommandFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Run_HostWithAnotherClock_StartsWithTheOthersAndSaysWhatItsClockShows()
    {
        _folder.Expect(ExitCode.Done,
            [.. CommandFolder.Small.Where(o => !o.StartsWith("--sources", StringComparison.Ordinal)), "--db=null",
            "--sources=2@alpha+1", $"--launcher={Here} --clock-shift={ShiftS}"]);

        _folder.Trials.Count.ShouldBe(6);
        foreach (var trial in _folder.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete, trial.Error);
            trial.Audit!.StoredRecords.ShouldBe(3 * trial.Point.RecordsPerSource);
            var host = trial.Hosts.ShouldHaveSingleItem();
            host.Host.ShouldBe("alpha");
            host.ClockOffsetS.ShouldBe(ShiftS, 1);
            Math.Abs(host.ClockOffsetS - ShiftS)
                .ShouldBeLessThanOrEqualTo(host.ClockErrorS + 1e-6, "it is the same clock, shifted");
            Math.Abs(host.ClockDriftS!.Value).ShouldBeLessThanOrEqualTo(host.ClockErrorS + host.ClockErrorAfterS!.Value + 1e-6);
            trial.Sources.ShouldAllBe(source => source.StartedS >= 0 && source.StartedS < ShiftS / 10);
            trial.Client!.Cores.ShouldBe(2 * Environment.ProcessorCount, "this machine and the host");
            trial.Client.CpuS.ShouldBeGreaterThan(0);
        }

        var manifest = ResultFolder.Open(_folder.Result).ReadManifest();
        manifest.Hosts!.Keys.ShouldBe(["alpha"]);
        manifest.Configuration.Launcher.ShouldStartWith("env HOST={host}");
    }

    /// <summary>5 ms there and nothing back: the most that the estimate can be wrong by, which it says.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_HostFarAway_StatesHowLittleIsKnownOfItsClock()
    {
        const string Far =
            "sh -c 'while IFS= read -r line; do sleep 0.005; printf \"%s\\n\" \"$line\"; done | HOST={host} exec {command}'";
        _folder.Expect(ExitCode.Done, "--db=null", "--records=20k", "--trials=3", "--warmup=1", "--sources=1@alpha+1",
            $"--launcher={Far}");

        foreach (var host in _folder.Trials.SelectMany(trial => trial.Hosts!))
        {
            host.ClockErrorS.ShouldBeGreaterThanOrEqualTo(0.0025);
            Math.Abs(host.ClockOffsetS).ShouldBeLessThanOrEqualTo(host.ClockErrorS + 1e-6, "it is the same clock");
        }

        File.ReadAllText(Path.Combine(_folder.Result, "summary.json")).ShouldContain("The clock of alpha was known to");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_HostInterrupted_IsResumedWithTheSameLauncher()
    {
        using (var command = _folder.Start([.. Waiting, "--duration=1", "--trials=3", "--warmup=1", "--sources=1@alpha",
            $"--launcher={Here}"]))
        {
            _folder.WaitForTrial();
            command.Signal("INT");
            command.Wait().ExitCode.ShouldBe((int)ExitCode.Interrupted);
        }

        _folder.Expect(ExitCode.BadArguments, "--resume", _folder.Result, "--launcher=nice env {host} {command}").Error
            .ShouldContain("--launcher");
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result);
        _folder.Trials.Count.ShouldBe(3);
        _folder.Trials.ShouldAllBe(trial => trial.Hosts!.Count == 1);
    }

    [Fact]
    public void Run_InterruptedWhileAHostIsAwaited_IsNoHostThatCannotBeUsed()
    {
        using var command = _folder.Start("--db=null", "--records=500", "--sources=1@away",
            "--launcher=sh -c 'touch called; exec sleep 600' {host} {command}");
        Poll.Until(() => File.Exists(_folder.File("called")) || command.HasExited, TimeSpan.FromMinutes(10))
            .ShouldBeTrue();
        command.Signal("TERM");

        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        _folder.HasResult.ShouldBeFalse();
    }

    [Fact]
    public void Resume_FromAnotherFolder_FindsTheFilesOfTheLauncher()
    {
        File.WriteAllText(_folder.File("reach"), "shift; exec \"$@\"\n");
        _folder.Expect(ExitCode.Done, "--db=null", "--records=500", "--trials=2", "--sources=1@alpha",
            "--launcher=sh ./reach {host} {command}");
        Directory.CreateDirectory(_folder.File("elsewhere"));

        var resumed = _folder.RunIn("elsewhere", "run", "--resume", _folder.Result, "--trials=3");

        resumed.ExitCode.ShouldBe((int)ExitCode.Done, resumed.ToString());
        _folder.Trials.Count.ShouldBe(3);
    }

    /// <summary>A sweep of an advice that had not begun, and has no manifest, finds them too.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Advise_ResumedFromAnotherFolder_FindsTheFilesOfTheLauncher()
    {
        File.WriteAllText(_folder.File("reach"), "shift; exec \"$@\"\n");
        _folder.Run("advise", "--rate=2k", "--keep=1y", "--limit=p99:10s", "--db=null", "--trials=21", "--warmup=1",
            "--duration=0.1s", "--batch=10", "--records=200,400,600", "--sources=1@alpha",
            "--launcher=sh ./reach {host} {command}");
        string advice = Directory.GetDirectories(_folder.File("results"), "*-advice").ShouldHaveSingleItem();
        Directory.Delete(Directory.GetDirectories(advice, "*-null-space").ShouldHaveSingleItem(), recursive: true);

        foreach (string folder in (string[])["elsewhere", "further"])
        {
            Directory.CreateDirectory(_folder.File(folder));
            var resumed = _folder.RunIn(folder, "advise", "--resume", advice);

            string measured = Directory.GetDirectories(advice, "*-null-space").ShouldHaveSingleItem(resumed.ToString());
            Journal.Read(Path.Combine(measured, "trials.jsonl")).OfType<TrialResult>()
                .ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
            Directory.Delete(measured, recursive: true);
        }
    }

    [Fact]
    public void Run_HostWithAnotherBuild_IsRefusedBeforeTheFirstTrial()
    {
        string other = _folder.File("other");
        Directory.CreateDirectory(other);
        foreach (string file in Directory.GetFiles(AppContext.BaseDirectory)
            .Where(f => Path.GetExtension(f) is ".dll" or ".json" or ""))
        {
            File.Copy(file, Path.Combine(other, Path.GetFileName(file)));
        }

        File.WriteAllText(Path.Combine(other, "DbIngest.Other.dll"), "another build has another content");

        var result = _folder.Expect(ExitCode.Unreachable,
            ["--records=500", "--db=null", "--sources=2@alpha", $"--launcher={Here}", $"--host-program={other}/dbingest"]);

        result.Error.ShouldContain("alpha");
        result.Error.ShouldContain("another build");
        _folder.HasResult.ShouldBeFalse();
    }

    /// <summary>A provider's dialect and assembly, and plug-ins, are no part of the build.</summary>
    [Fact]
    public void Run_HostWithAnotherDialect_IsRefusedBeforeTheFirstTrial()
    {
        Directory.CreateDirectory(_folder.File("there"));
        File.WriteAllText(_folder.File("my.txt"), "int64 = INTEGER\nplacement = in-process\n");
        File.WriteAllText(_folder.File("there/my.txt"), "int64 = INTEGER\nplacement = local\n");

        string said = _folder.Expect(ExitCode.Unreachable, "--records=500", "--db=ado", "--sources=2@alpha",
            $"--endpoint=ado=Data Source={_folder.File("database")}?provider=Microsoft.Data.Sqlite&dialect=./my.txt",
            $"--launcher=env -C {_folder.File("there")} HOST={{host}} {{command}}").Error;

        said.ShouldContain("alpha");
        said.ShouldContain("has another ./my.txt");
        _folder.HasResult.ShouldBeFalse();
    }

    [Fact]
    public void Run_HostWhoseRecordingDiffers_IsIncompleteAndNamesIt()
    {
        Directory.CreateDirectory(_folder.File("there"));
        File.WriteAllText(_folder.File("meter.csv"), "time,u\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:01Z,2\n");
        File.WriteAllText(_folder.File("there/meter.csv"), "time,u\n2024-01-01T00:00:00Z,1\n2024-01-01T00:00:01Z,3\n");

        _folder.Expect(
            ExitCode.PointsMissing, "--db=null", "--records=100", "--trials=2", "--warmup=1", "--sources=1@alpha",
                "--input=meter.csv", $"--launcher=env -C {_folder.File("there")} HOST={{host}} {{command}}");

        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Incomplete && trial.Error!.Contains("alpha")
            && trial.Error.Contains("sha256"));
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_HostDies_IsIncompleteWithItsNameAndTheSweepGoesOn()
    {
        using var command = _folder.Start([.. Waiting, "--verbose", "--duration=2", "--trials=3", "--warmup=1",
            "--sources=1@alpha+1", $"--launcher={Here}"]);
        command.WaitForError("\ningest\n", times: 2);
        int worker = ChildProcesses.Of(command.Id)
            .Single(p => File.ReadAllText($"/proc/{p}/cmdline").Contains("--elsewhere", StringComparison.Ordinal));
        RunningCommand.Signal(worker, "KILL");
        var result = command.Wait();

        _folder.Trials.Count.ShouldBe(3, result.ToString());
        var failed = _folder.Trials.Where(trial => trial.Status != TrialStatus.Complete).ShouldHaveSingleItem();
        failed.Error!.ShouldContain("A source process on alpha has ended");
    }

    /// <summary>A host that is away is like a database that is away: a resumed run makes up for its trials.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_HostStaysAway_LeavesItsTrialsToAResumedRun()
    {
        string away = _folder.File("away");
        string launcher = $"sh -c 'test ! -e {away} || {{ echo no route to {{host}} >&2; exit 255; }}; "
            + "HOST={host} exec {command}'";
        using (var command = _folder.Start([.. Waiting, "--verbose", "--duration=2", "--trials=4", "--warmup=1",
            "--sources=1@alpha+1", $"--launcher={launcher}"]))
        {
            command.WaitForError("\ningest\n", times: 2);
            File.WriteAllText(away, string.Empty);
            RunningCommand.Signal(ChildProcesses.Of(command.Id)
                .Single(p => File.ReadAllText($"/proc/{p}/cmdline").Contains("--elsewhere", StringComparison.Ordinal)), "KILL");
            command.Wait();
        }

        var lost = _folder.Trials.Where(trial => trial.Status == TrialStatus.Unreachable).ToList();
        lost.ShouldNotBeEmpty();
        lost.ShouldAllBe(trial => trial.Error!.Contains("no route to alpha"));

        File.Delete(away);
        _folder.Run("--resume", _folder.Result);
        _folder.Trials.Where(trial => trial.Status == TrialStatus.Complete).Select(trial => trial.Trial)
            .ShouldContain(lost[^1].Trial);
    }

    [Theory]
    [InlineData("--sources=2@alpha", "--db=sqlite", "alpha cannot reach a sqlite that is private to this machine")]
    [InlineData("--sources=2@alpha", "--db=sqlite --endpoint=sqlite=some.db",
        "alpha cannot reach a sqlite of this machine: the file that --endpoint names would be another one there")]
    [InlineData("--sources=2", "--launcher=ssh", "--launcher: no host is named")]
    [InlineData("--sources=2@alpha", "--launcher=telnet",
        "'telnet' is neither one of ssh, docker, podman, kubectl, srun nor a command")]
    [InlineData("--sources=2@-x", "--db=null", "--sources: '2@-x'")]
    public void Run_WrongHosts_AreRefusedWithTheRemedy(string one, string two, string said)
    {
        string[] database = two.StartsWith("--db", StringComparison.Ordinal) ? [] : ["--db=null"];
        _folder.Expect(ExitCode.BadArguments,
            [.. database, one, .. two.Split(" --endpoint").Select((word, i) => i == 0 ? word : "--endpoint" + word)]).Error
            .ShouldContain(said);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_HostThatCannotBeReached_IsUnreachable()
    {
        var result = _folder.Expect(ExitCode.Unreachable, "--db=null", "--sources=2@alpha",
            "--launcher=sh -c 'echo no route to {host} >&2; exit 255; {command}'");
        result.Error.ShouldContain("alpha has ended before it said what it is (exit code 255): no route to alpha");
    }
}
