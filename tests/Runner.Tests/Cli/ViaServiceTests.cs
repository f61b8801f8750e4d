using System.Text.Json;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Sweeps through the service: both ways, in processes, and resumed. Each command runs in a separate process: it takes up to a
/// minute, and commands within the process of the tests wait for each other.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class ViaServiceTests : IDisposable
{
    private readonly CommandFolder _folder = new CommandFolder().InItsOwnProcess();

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
            "--batch=100", "--trials=1", "--warmup=0", "--allow-busy");

        _folder.Trials.Select(trial => trial.Point.Via).Order().ShouldBe(["none", "service"]);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 4000);
        _folder.Trials.Where(trial => trial.Point.Via == "service")
            .ShouldAllBe(trial => trial.ServerNodes!.Any(node => node.Node == "service" && node.Use.PeakRssBytes > 0
                && node.Use.MeanRssBytes > 0 && node.Use.PeakThreads > 5 && node.Use.ContextSwitches > 10));
        using var manifest = JsonDocument.Parse(File.ReadAllText(Path.Combine(_folder.Result, "manifest.json")));
        manifest.RootElement.GetProperty("targets").EnumerateArray()
            .ShouldAllBe(target => target.GetProperty("settings").GetProperty("table_key").GetString()!.StartsWith("unique"));
        File.Exists(Path.Combine(_folder.Result, "compare.html")).ShouldBeTrue();

        _folder.Expect(ExitCode.BadArguments, "--resume", _folder.Result, "--via=service").Error.ShouldContain("--via");
        _folder.Expect(ExitCode.Done, "--resume", _folder.Result, "--trials=2", "--allow-busy");
        _folder.Trials.Count.ShouldBe(4);
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
            "--mix=insert=20,read=50,update=20,delete=10", "--records=200", "--sources=1", "--in-flight=2", "--batch=10",
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
            "--mix=insert=20,find=50,update=30", "--records=600", "--operations=250", "--sources=1+1", "--in-flight=2",
            "--batch=10", "--trials=1", "--warmup=0", "--allow-busy");

        _folder.Trials.Count.ShouldBe(6);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
        _folder.Trials.ShouldAllBe(trial => trial.Operations!.Any(kind => kind.Kind == OperationKind.Find && kind.Count > 100));
        _folder.Trials.Count(trial => trial.Point.HasTimeIndex).ShouldBe(2);
        IndexSpace("time").ShouldBeGreaterThan(IndexSpace("key"));

        // SQLite counts an index with its table. PostgreSQL's table grows by more pages at once the more writers wait for it.
        long IndexSpace(string index)
        {
            var space = _folder.Trials.Single(trial => trial.Point.Via == SweepAxes.ViaNone
                && trial.Point.Axes.Of(SweepAxes.Index) == index).Space!.Net;
            return database == "sqlite" ? space.StoredBytes : space.IndexBytes;
        }
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

    [Theory]
    [InlineData("insert=20,read=40,update=20,delete=10,scan=10", "2")]
    [InlineData("read=50,update=50,keys=zipfian:shared", "1+1")]
    [InlineData("read=80,rmw-plain=20", "1")]
    public void Run_MixBothWays_AnswersAndContentAreRight(string mix, string sources)
    {
        _folder.Expect(ExitCode.Done, "--db=sqlite", "--durability=normal", "--via=none,service", "--mix", mix, "--records=500",
            "--sources", sources, "--in-flight=2", "--batch=10", "--trials=2", "--warmup=0", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.Passed);
    }
}
