using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using DbIngest.Core.Results;
using DbIngest.Runner.Telemetry;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Telemetry;
using DbIngest.Tests.Collector;

namespace DbIngest.Runner.Tests.Telemetry;

/// <summary>What a collector gets of a run that a user starts with <c>--otlp</c>.</summary>
public class SweepTelemetryTests
{
    private static readonly string[] Small =
        ["--db=sqlite", "--records=3000,6000", "--batch=100", "--trials=2", "--warmup=1"];

    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("--sources=2")]
    [InlineData("--sources=1+1")]
    public void Run_WithACollector_ExportsEachTrialWhole(string sources)
    {
        using var collector = new CollectorStandIn();
        using var folder = new CommandFolder().With("OTEL_EXPORTER_OTLP_HEADERS", "x-key=opensesame");
        var result = folder.Expect(ExitCode.Done, [.. Small, sources, $"--otlp={collector.Address}"]);

        collector.Headers.ShouldContain("opensesame");
        string manifest = File.ReadAllText(Path.Combine(folder.Result, "manifest.json"));
        (result.Output + result.Error + manifest).ShouldNotContain("opensesame");
        collector.Resource["service.name"].ShouldBe("dbingest");
        foreach (var trial in folder.Trials)
        {
            LastOf(collector, "dbingest.acknowledged", trial).ShouldBe(trial.AcknowledgedRecords, result.Error);
            LastOf(collector, "dbingest.retries", trial).ShouldBe(trial.Retries);
            LastOf(collector, "dbingest.latency", trial).ShouldBe(trial.Latency!.Batches);
        }

        collector.Points.ShouldContain(point => point.Name == "dbingest.rate" && point.Unit == "{record}/s");
        collector.Points.ShouldAllBe(point => point.Tags["dbingest.database"] == "sqlite");
        collector.Points.ShouldAllBe(point => point.Tags["dbingest.sweep"] == "sqlite");

        var sweep = collector.Spans.Single(span => span.Name == "sweep");
        var trials = collector.Spans.Where(span => span.Name == "trial").ToList();
        trials.Count.ShouldBe(4);
        trials.ShouldAllBe(span => span.Parent == sweep.Id && span.Tags["dbingest.status"] == "complete");
        trials.Select(span => (span.Tags["dbingest.point"], span.Tags["dbingest.trial"])).Distinct().Count().ShouldBe(4);
        foreach (var trial in trials)
        {
            collector.Spans.Where(span => span.Parent == trial.Id).Select(span => span.Name)
                .ShouldBe(["prepare", "ingest", "settle", "measure", "audit", "clean"], ignoreOrder: true);
        }
    }

    /// <summary>The library has room for 1,000 streams of metrics a provider, and counts those that have ended.</summary>
    [Fact]
    public void Metrics_OfMoreTrialsThanAProviderHasRoomFor_AreAllExported()
    {
        const int trials = 60;
        const int streams = 20;
        using var collector = new CollectorStandIn();
        using var export = OtlpExport.Open(
            collector.Address, ("dbingest", "1"), ["Many"], ExportPace.OfTrial, why => throw new InvalidOperationException(why));
        for (int trial = 1; trial <= trials; trial++)
        {
            using var meter = new Meter("Many");
            using var metrics = export.OpenMetrics();
            for (int stream = 1; stream <= streams; stream++)
            {
                meter.CreateObservableCounter(FormattableString.Invariant($"stream{stream}"), () => trial);
            }
        }

        (trials * streams).ShouldBeGreaterThan(1000);
        collector.Points.Where(point => point.Name == "stream20").Select(point => point.Value).Distinct()
            .ShouldBe(Enumerable.Range(1, trials).Select(trial => (double)trial));
    }

    [Fact]
    public void Run_InAnOpenLoop_ExportsTheBacklog()
    {
        using var collector = new CollectorStandIn();
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--records=4000", "--sources=1", "--batch=10", "--rate=2000", "--trials=1",
            "--warmup=0", $"--otlp={collector.Address}");
        collector.Points.ShouldContain(point => point.Name == "dbingest.backlog");
        LastOf(collector, "dbingest.latency", folder.Trials.Single()).ShouldBe(400);
    }

    [Fact]
    public void Run_WhoseCollectorIsAway_IsDoneAndSaysItOnce()
    {
        using var folder = new CommandFolder();
        string nowhere = $"--otlp=http://127.0.0.1:{CollectorStandIn.FreePort()}";
        var result = folder.Expect(ExitCode.Done, [.. Small, "--sources=1", nowhere]);
        result.Error.Split("--otlp: the collector at").Length.ShouldBe(2, result.Error);
        folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete);
    }

    /// <summary>
    /// The system takes the connections of a listener, and nobody answers: a request ends after the exporter's ten seconds.
    /// </summary>
    [Fact]
    public async Task Interrupt_WhileASilentCollectorIsWaitedFor_LeavesItASecondInAll()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        using var interruption = new CancellationTokenSource();
        var export = OtlpExport.Open(new Uri(FormattableString.Invariant($"http://{silent.LocalEndpoint}")), ("dbingest", "1"),
            ["Silent"], ExportPace.OfTrial, _ => { }, interruption.Token);
        using var meter = new Meter("Silent");
        using var spans = new ActivitySource("Silent");
        var metrics = export.OpenMetrics();
        meter.CreateObservableCounter("a", () => 1);
        spans.StartActivity("sweep")?.Dispose();
        var end = Task.Run(() =>
        {
            metrics.Dispose();
            export.Dispose();
        });
        using var waiting = await silent.AcceptSocketAsync();
        end.IsCompleted.ShouldBeFalse("it waits for the last values to be taken");

        long interrupted = Stopwatch.GetTimestamp();
        await interruption.CancelAsync();
        await end;

        // A busy machine adds some. The exporter alone waits for ten.
        Stopwatch.GetElapsedTime(interrupted).ShouldBeLessThan(TimeSpan.FromSeconds(9));
    }

    [Theory]
    [InlineData("collector:4318")]
    [InlineData("ftp://collector")]
    [InlineData("http://")]
    [InlineData("http://me:opensesame@collector:4318")]
    [InlineData("htp://me:opensesame@collector:4318")]
    [InlineData("http://collector:4318?key=opensesame")]
    public void Of_SomethingElse_IsRefusedWithoutItsSecret(string text)
    {
        string message = Should.Throw<UsageException>(() => OtlpAddress.Of(text)).Message;
        message.ShouldStartWith("--otlp: ");
        message.ShouldNotContain("opensesame");
    }

    private static double LastOf(CollectorStandIn collector, string name, TrialResult trial) => collector.Points.Last(point =>
        point.Name == name && point.Tags["dbingest.point"] == trial.Point.Key
        && point.Tags["dbingest.trial"] == trial.Trial.ToString(System.Globalization.CultureInfo.InvariantCulture)).Value;
}
