using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// The service that a run starts for each trial: before a restarted database, warmed up, killed, and how it ends with the run.
/// Each command runs in a separate process, as in <see cref="ViaServiceTests"/>.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class TrialServiceTests : IDisposable
{
    private readonly CommandFolder _folder = new CommandFolder().InItsOwnProcess();

    public void Dispose() => _folder.Dispose();

    /// <summary>A cell of study 3: database and service are started again before each trial, and everything is audited.</summary>
    [Theory]
    [InlineData("postgres", "none,server")]
    [InlineData("mariadb", "server")]
    [InlineData("sqlite+postgres", "server")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_ServerRestarted_IsAuditedAndResumed(string database, string restart)
    {
        _folder.Expect(ExitCode.Done, "--db", database, "--via=service", $"--restart={restart}", "--mix=insert=20,read=80",
            "--records=200", "--sources=1+1", "--batch=10", "--trials=1", "--warmup=0", "--allow-busy");
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=2", "--allow-busy");

        _folder.Trials.Count.ShouldBe(2 * restart.Split(',').Length);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
    }

    /// <summary>
    /// What warms the service up is gone before the audit, with the key and without. No rehearsal, no warm-up. ViaServiceTests
    /// delete through the service on the other databases.
    /// </summary>
    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("cassandra")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    public void Run_ServiceWarmedUp_IsAuditedAndSaysSo(string database)
    {
        // Cassandra finds no record without its key. With it one database shows the same as another.
        string[] own = database switch
        {
            "cassandra" => [$"--endpoint={CassandraHome.Endpoint}"],
            "sqlite" => ["--index=key,none"],
            _ => ["--index=none"],
        };
        _folder.Expect(ExitCode.Done, ["--db", database, "--via=service", "--mix=read=50,update=50", "--records=200",
            "--sources=2", "--batch=10", "--trials=1", "--warmup=0", "--rehearsal=0.1", "--allow-busy", .. own]);

        _folder.Trials.Count.ShouldBe(database == "sqlite" ? 2 : 1);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 400);
        File.ReadAllText(Path.Combine(_folder.Result, "manifest.json")).ShouldContain("warmed up before the timed part");
    }

    [Theory]
    [InlineData("KILL")]
    [InlineData("INT")]
    [Needs("unix")]
    public void Service_EndsWithItsRun_HoweverThatEnds(string signal)
    {
        using var run = _folder.Start("--db=sqlite", "--via=service", "--sources=2", "--batch=10", "--duration=60s", "--trials=1",
            "--warmup=0", "--allow-busy");
        int[] services = [];
        Poll.Until(() => (services = Services()).Length > 0 || run.HasExited, TimeSpan.FromMinutes(2)).ShouldBeTrue();
        services.Length.ShouldBe(1, run.Error);

        run.Signal(signal);

        Poll.Until(() => Services().Length == 0, TimeSpan.FromSeconds(30)).ShouldBeTrue("the service outlived its run");
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("sqlite+postgres")]
    [Needs("unix")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    public void Trial_WhoseServiceIsKilled_FailsWithItsLogAndTheNextIsComplete(string database)
    {
        using var run = _folder.Start("--db", database, "--via=service", "--sources=2", "--batch=10", "--duration=8s",
            "--trials=2", "--warmup=0", "--allow-busy");
        int[] services = [];
        Poll.Until(() => (services = Services()).Length > 0 || run.HasExited, TimeSpan.FromMinutes(2)).ShouldBeTrue();
        run.WaitForError("trials 0/2");
        Thread.Sleep(2500);

        RunningCommand.Signal(Services().ShouldHaveSingleItem(run.Error), "KILL");
        run.Wait();

        var lost = _folder.Trials.Where(trial => trial.Status != TrialStatus.Complete).ShouldHaveSingleItem();
        lost.Error!.ShouldContain("service");
        _folder.Trials.Count.ShouldBe(2);
    }

    /// <summary>Processes of services whose files lie in the work folder of this test.</summary>
    private int[] Services() =>
    [
        .. Directory.EnumerateDirectories("/proc").Where(process => int.TryParse(Path.GetFileName(process), out _))
            .Where(process => CommandOf(process) is var command && command.Contains("trial-service", StringComparison.Ordinal)
                && command.Contains(Path.GetFileName(_folder.Path), StringComparison.Ordinal)
                && !command.StartsWith("sh\0", StringComparison.Ordinal))
            .Select(process => int.Parse(Path.GetFileName(process), System.Globalization.CultureInfo.InvariantCulture)),
    ];

    private static string CommandOf(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "cmdline"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return string.Empty;
        }
    }
}
