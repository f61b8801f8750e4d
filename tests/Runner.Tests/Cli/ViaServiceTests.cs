using System.Text.Json;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Sweeps through the service: both ways, in processes, resumed, and how the service ends with the run.</summary>
[Trait("Suite", "Slow")]
public sealed class ViaServiceTests : IDisposable
{
    private readonly CommandFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    public void Run_BothWays_AuditsBothAndHasTheirResourcesApart(string database)
    {
        _folder.Expect(ExitCode.Done, "--db", database, "--via=none,service", "--ab=via", "--records=2000", "--sources=1+1",
            "--batch=100", "--trials=2", "--warmup=1", "--allow-busy");

        _folder.Trials.Select(trial => trial.Point.Via).Order().ShouldBe(["none", "none", "service", "service"]);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 4000);
        _folder.Trials.Where(trial => trial.Point.Via == "service")
            .ShouldAllBe(trial => trial.ServerNodes!.Any(node => node.Node == "service" && node.Use.PeakRssBytes > 0
                && node.Use.MeanRssBytes > 0 && node.Use.PeakThreads > 5 && node.Use.ContextSwitches > 10));
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.Result, "manifest.json")));
        manifest.RootElement.GetProperty("targets").EnumerateArray()
            .ShouldAllBe(target => target.GetProperty("settings").GetProperty("table_key").GetString()!.StartsWith("unique"));
        File.Exists(Path.Combine(_folder.Result, "compare.html")).ShouldBeTrue();

        _folder.Expect(ExitCode.BadArguments, "--resume", _folder.Result, "--via=service").Error.ShouldContain("--via");
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=3", "--allow-busy");
        _folder.Trials.Count.ShouldBe(6);
    }

    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_WithoutTheIndex_IsAuditedByContentBothWays(string database)
    {
        _folder.Expect(ExitCode.Done, "--db", database, "--via=none,service", "--index=key,none",
            "--mix=insert=20,read=50,update=20,delete=10", "--records=600", "--sources=1", "--in-flight=2", "--batch=10",
            "--trials=1", "--warmup=0", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        _folder.Trials.Select(trial => trial.Point.IsIndexed).Order().ShouldBe([false, false, true, true]);
    }

    /// <summary>A query on a field that is not the key, with an index on that field, without it, and without any.</summary>
    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_FindByTime_IsAuditedBothWaysWithEachIndex(string database)
    {
        _folder.Expect(ExitCode.Done, "--db", database, "--via=none,service", "--index=key,time,none",
            "--mix=insert=20,find=50,update=30", "--records=600", "--sources=1+1", "--in-flight=2", "--batch=10",
            "--trials=1", "--warmup=0", "--allow-busy");

        _folder.Trials.Count.ShouldBe(6);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        _folder.Trials.ShouldAllBe(trial => trial.Operations!.Any(kind => kind.Kind == OperationKind.Find && kind.Count > 100));
        _folder.Trials.Count(trial => trial.Point.HasTimeIndex).ShouldBe(2);
        Space("time").ShouldBeGreaterThan(Space("key"));

        long Space(string index) => _folder.Trials.Single(trial => trial.Point.Via == SweepAxes.ViaNone
            && trial.Point.Axes.Of(SweepAxes.Index) == index).Space!.Net.StoredBytes;
    }

    /// <summary>Batches and the operations of a mix by both versions of HTTP, from two processes, and resumed.</summary>
    [Theory]
    [InlineData("--records=3000")]
    [InlineData("--mix=insert=20,read=40,update=20,delete=10,scan=10", "--records=300")]
    public void Run_BothVersionsOfHttp_AreAuditedAndResumed(params string[] load)
    {
        _folder.Expect(ExitCode.Done, ["--via=service", "--http=1.1,2", "--sources=1+1", "--in-flight=2", "--batch=100", "--trials=1",
            "--warmup=0", "--allow-busy", .. load]);
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=2", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        _folder.Trials.Select(trial => trial.Point.ServiceHttp).Order().ShouldBe(["1.1", "1.1", "2", "2"]);
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.Result, "manifest.json")));
        manifest.RootElement.GetProperty("targets").EnumerateArray()
            .Count(target => target.GetProperty("settings").TryGetProperty("service_http", out _)).ShouldBe(1);
    }

    /// <summary>A cell of study 3: database and service are started again before each trial, and everything is audited.</summary>
    [Theory]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    public void Run_ServerRestarted_IsAuditedAndResumed(string database)
    {
        _folder.Expect(ExitCode.Done, "--db", database, "--via=service", "--restart=none,server", "--mix=insert=20,read=80",
            "--records=200", "--sources=1+1", "--batch=10", "--trials=1", "--warmup=0", "--allow-busy");
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=2", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
    }

    /// <summary>What warms the service up is gone before the audit, with the key and without.</summary>
    [Theory]
    [InlineData("sqlite")]
    [InlineData("postgres")]
    [InlineData("mariadb")]
    [InlineData("cassandra")]
    [InlineData("sqlite+postgres")]
    [Needs("postgres", Where = "database", Is = "postgres")]
    [Needs("postgres", Where = "database", Is = "sqlite+postgres")]
    [Needs("mariadb", Where = "database", Is = "mariadb")]
    [Needs("cassandra", Where = "database", Is = "cassandra")]
    public void Run_ServiceWarmedUp_IsAuditedAndSaysSo(string database)
    {
        // Cassandra finds no record without its key.
        string[] own = database == "cassandra" ? [$"--endpoint={CassandraHome.Endpoint}"] : ["--index=key,none"];
        _folder.Expect(ExitCode.Done, ["--db", database, "--via=service", "--mix=read=50,update=50", "--records=200", "--sources=2",
            "--batch=10", "--trials=1", "--warmup=0", "--rehearsal=0.1", "--allow-busy", .. own]);

        _folder.Trials.Count.ShouldBe(database == "cassandra" ? 1 : 2);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 400);
        File.ReadAllText(Path.Combine(_folder.Result, "manifest.json")).ShouldContain("warmed up before the timed part");
    }

    [Theory]
    [InlineData("insert=20,read=40,update=20,delete=10,scan=10", "2")]
    [InlineData("read=50,update=50,keys=zipfian:shared", "1+1")]
    [InlineData("read=80,rmw-plain=20", "1")]
    public void Run_MixBothWays_AnswersAndContentAreRight(string mix, string sources)
    {
        _folder.Expect(ExitCode.Done, "--db=sqlite", "--via=none,service", "--mix", mix, "--records=2000", "--sources", sources,
            "--in-flight=2", "--batch=10", "--trials=2", "--warmup=0", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
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
        using var run = _folder.Start("--db", database, "--via=service", "--sources=2", "--batch=10", "--duration=3s", "--trials=2",
            "--warmup=0", "--allow-busy");
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
