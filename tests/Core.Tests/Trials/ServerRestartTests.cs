using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>Servers that are stopped and started again before each trial (<c>--restart server</c>).</summary>
public sealed class ServerRestartTests
{
    private readonly MemoryTarget _memory = new();
    private readonly Server _server = new();

    [Fact]
    public void Run_RestartServer_StopsAndStartsItBeforeTheTableIsPrepared()
    {
        _server.OnStart = () => _memory.Calls.ShouldNotContain("prepare");

        Run(ServerAxes.RestartServer).Status.ShouldBe(TrialStatus.Complete);

        _server.Calls.ShouldBe(["stop", "start"]);
        _memory.Calls.ShouldContain("prepare");
    }

    [Theory]
    [InlineData(ServerAxes.RestartNone)]
    [InlineData(null)]
    public void Run_WithoutIt_LetsTheServerRun(string? restart)
    {
        Run(restart).Status.ShouldBe(TrialStatus.Complete);

        _server.Calls.ShouldBeEmpty();
    }

    /// <summary>Without a restart, records that are only read stay loaded for the next trial, warm in memory.</summary>
    [Fact]
    public void Run_TrialsThatOnlyRead_EachLoadTheirRecords()
    {
        Run(ServerAxes.RestartServer, "read=1", trials: 2);

        _server.Calls.ShouldBe(["stop", "start", "stop", "start"]);
        _memory.Calls.Count(call => call == "prepare").ShouldBe(2);
    }

    [Fact]
    public void Run_ServerThatDoesNotStart_IsIncompleteAndSaysSo()
    {
        _server.OnStart = () => throw new TargetException("The server does not start: no log.");

        var result = Run(ServerAxes.RestartServer);

        result.Status.ShouldNotBe(TrialStatus.Complete);
        result.Error.ShouldNotBeNull().ShouldContain("does not start");
    }

    /// <summary>A graceful stop may take half a minute, for which a user who interrupts does not wait.</summary>
    [Fact]
    public async Task Run_AbandonedWhileTheServerStops_DoesNotWaitForIt()
    {
        using var abandon = new CancellationTokenSource();
        using var isStopped = new ManualResetEventSlim();
        _server.OnStop = () =>
        {
            abandon.Cancel();
            isStopped.Wait();
        };
        var trial = Task.Run(() => Run(ServerAxes.RestartServer, cancellation: abandon.Token));
        try
        {
            await Should.ThrowAsync<LeftBehindException>(trial.WaitAsync(TimeSpan.FromMinutes(2)));
        }
        finally
        {
            isStopped.Set();
        }

        _server.Calls.ShouldNotContain("start");
    }

    private TrialResult Run(
        string? restart, string? mix = null, int trials = 1, CancellationToken cancellation = default)
    {
        var point = Points.Of(sources: 1, records: 200, batch: 10);
        if (restart is not null)
        {
            point = Point.Of(point.Axes.With(SweepAxes.Restart, restart));
        }

        if (mix is not null)
        {
            point = point with { Mix = OperationMix.TryParse(mix, out var read) ? read : null };
        }

        using var workload = new CountingWorkload();
        var runner = new TrialRunner(new IngestPipeline(), RetryOptions.Default, new SilentObserver()) { IsMeasured = false };
        using var target = new ServedTarget(_memory, _server);
        TrialResult? last = null;
        for (int trial = 1; trial <= trials; trial++)
        {
            last = runner.Run(Points.Trial(point), target, workload, new(workload), keepData: false, cancellation,
                trial < trials ? Points.Trial(point) : null);
        }

        return last!;
    }

    private sealed class ServedTarget(ITarget inner, IServerControl server) : ForwardingTarget(inner)
    {
        public override IReadOnlyList<IServerControl> StartedServers => [server];
    }

    private sealed class Server : IServerControl
    {
        public List<string> Calls { get; } = [];

        public Action OnStart { get; set; } = static () => { };

        public Action OnStop { get; set; } = static () => { };

        public void Stop()
        {
            Calls.Add("stop");
            OnStop();
        }

        public void Start(CancellationToken cancellation)
        {
            OnStart();
            Calls.Add("start");
        }

        public void Kill() => throw new InvalidOperationException();

        public void KillNode() => throw new InvalidOperationException();

        public void Pause() => throw new InvalidOperationException();

        public void Resume() => throw new InvalidOperationException();

        public void FillDisk() => throw new InvalidOperationException();

        public bool FreeDisk() => throw new InvalidOperationException();

        public void Cut() => throw new InvalidOperationException();

        public void Mend() => throw new InvalidOperationException();
    }
}
