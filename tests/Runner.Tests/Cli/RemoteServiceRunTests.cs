using System.Net;
using System.Net.Sockets;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Sweeps through a service that somebody else has started. Slow, because a service and several source processes start in
/// processes of their own.
/// </summary>
[Trait("Suite", "Slow")]
public sealed class RemoteServiceRunTests : IDisposable
{
    private const string Key = "0123456789abcdef0123";

    private readonly CommandFolder _folder = new();
    private readonly string _url = $"http://127.0.0.1:{FreePort()}";

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("1+1")]
    [InlineData("2")]
    [Needs("unix")]
    public void Run_DirectlyAndThroughAService_IsCompleteResumedAndMeasuredAgain(string sources)
    {
        _folder.With("DBINGEST_SERVICE_KEY", Key);
        using var service = Serve();
        string[] sweep = ["--db=sqlite", "--endpoint=served.db", $"--via=none,{_url}", "--ab=via", "--records=2000",
            $"--sources={sources}", "--batch=100", "--warmup=0", "--allow-busy"];

        _folder.Expect(ExitCode.Done, [.. sweep, "--trials=1"]);
        string first = _folder.Result;
        _folder.Expect(ExitCode.Done, "--resume", first, "--trials=2", "--allow-busy");

        _folder.Trials.Count.ShouldBe(4);
        _folder.Trials.ShouldAllBe(trial => trial.Status == TrialStatus.Complete && trial.Audit!.StoredRecords == 4000);
        _folder.Trials.Where(trial => trial.Point.Via == _url)
            .ShouldAllBe(trial => trial.ServerNodes!.Any(node => node.Node == "service" && node.Use.PeakRssBytes > 0));
        string manifest = File.ReadAllText(Path.Combine(first, "manifest.json"));
        manifest.ShouldContain($"at {_url}");
        manifest.ShouldNotContain(Key);
        _folder.Expect(ExitCode.Done, "report", first).Output.ShouldContain(_url);
        _folder.Expect(ExitCode.Done, "--again", first, "--trials=1", "--allow-busy");
    }

    [Fact]
    [Needs("unix")]
    public void Service_ThatGoesAwayInMidTrial_LeavesItIncompleteWithItsAddress()
    {
        using var service = Serve();
        using var run = _folder.Start("--db=sqlite", "--endpoint=served.db", $"--via={_url}", "--sources=2", "--batch=10",
            "--duration=60s", "--records=100M", "--trials=1", "--warmup=0", "--retries=1", "--allow-busy");
        run.WaitForError("trials 0/1");
        Poll.Until(() => Stored() > 100, TimeSpan.FromMinutes(2)).ShouldBeTrue();

        service.Signal("KILL");
        run.Wait();

        var lost = _folder.Trials.ShouldHaveSingleItem();
        lost.Status.ShouldBe(TrialStatus.Incomplete);
        lost.Error.ShouldNotBeNull();
        lost.Error.ShouldContain("service");
        lost.Error.ShouldContain(_url["http://".Length..]);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private RunningCommand Serve()
    {
        var service = _folder.Start("serve", "--db=sqlite", "--endpoint=served.db", $"--listen={_url["http://".Length..]}");
        service.WaitForError("SIGTERM or Ctrl-C ends the service");
        return service;
    }

    private long Stored()
    {
        using var client = new HttpClient();
        string line = client.GetStringAsync(new Uri($"{_url}/metrics")).GetAwaiter().GetResult().Split('\n')
            .First(line => line.StartsWith("dbingest_records_total ", StringComparison.Ordinal));
        return long.Parse(line.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);
    }
}
