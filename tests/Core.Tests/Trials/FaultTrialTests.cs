using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// Trials whose server is stopped on purpose. The server is a switch, and has no answer to the last batches before its fault: no
/// trial ends before, however busy the machine is.
/// </summary>
public sealed class FaultTrialTests
{
    private readonly MemoryTarget _memory = new();
    private readonly Switch _server = new();

    public FaultTrialTests() => _memory.BeforeWrite = (_, _) =>
    {
        _server.Serve();
    };

    [Theory]
    [InlineData("kill@0.1s", "kill,start")]
    [InlineData("restart@0.1s", "stop,start")]
    [InlineData("pause@0.1s:0.2s", "pause,resume")]
    [InlineData("disk-full@0.1s:0.2s", "fill,free,start")]
    [InlineData("partition@0.1s:0.2s", "cut,mend,start")]
    public void Run_Fault_HappensOnceAndTheTrialIsComplete(string fault, string calls)
    {
        var result = Run(fault);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        string.Join(',', _server.Calls.Distinct()).ShouldBe(calls);
        var found = result.Fault.ShouldNotBeNull();
        found.DueS.ShouldBe(0.1);
        found.BeganS!.Value.ShouldBeGreaterThanOrEqualTo(0.1);
        found.StartedS!.Value.ShouldBeGreaterThanOrEqualTo(found.StoppedS!.Value);
        (found.AcceptedS is null).ShouldBe(fault.StartsWith("pause", StringComparison.Ordinal));
        found.FirstAckAfterS!.Value.ShouldBeGreaterThan(0.19);
        found.LostRecords.ShouldBe(0);
        found.ServerEnded.ShouldBe(fault.StartsWith("disk", StringComparison.Ordinal) ? true : null);
    }

    /// <summary>What a server refuses for want of space is tried again, and space that it frees is taken.</summary>
    [Fact]
    public void Run_DiskFull_RefusalsAreRepeatedAndTheDiskStaysFull()
    {
        var result = Run("disk-full@0.1s:0.5s", retries: 0);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(0);
        _server.Calls.Count(call => call == "fill").ShouldBeGreaterThan(2);
        result.Fault!.StartedS!.Value.ShouldBeGreaterThanOrEqualTo(result.Fault.BeganS!.Value + 0.5);
    }

    [Fact]
    public void Run_AbandonedWithAFullDisk_GivesTheSpaceBack()
    {
        using var abandon = new CancellationTokenSource();
        _server.OnFill = abandon.Cancel;

        Should.Throw<OperationCanceledException>(() => Run("disk-full@0.1s:60s", cancellation: abandon.Token));

        SpinWait.SpinUntil(() => _server.Calls.Contains("free"), TimeSpan.FromSeconds(10)).ShouldBeTrue();
        _server.Calls.ShouldNotContain("start");
    }

    /// <summary>The others go on, and the node comes back when its time is over or the trial has ended.</summary>
    [Theory]
    [InlineData("node-kill@0.1s:0.2s")]
    [InlineData("node-kill@0.1s:600s")]
    public void Run_NodeKilled_OthersGoOnAndItIsBackBeforeTheAudit(string fault)
    {
        var result = Run(fault);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        string.Join(',', _server.Calls).ShouldBe("kill node,start");
        var found = result.Fault.ShouldNotBeNull();
        found.AcceptedS!.Value.ShouldBeGreaterThanOrEqualTo(found.StartedS!.Value);
        found.FirstAckAfterS!.Value.ShouldBeLessThan(60);
        found.LostRecords.ShouldBe(0);
    }

    /// <summary>However few retries the user allows: the fault is no failure of the database.</summary>
    [Fact]
    public void Run_NoRetriesAllowed_SourcesTryUntilTheServerIsBack()
    {
        var result = Run("kill@0.1s", retries: 0);

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Retries.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_ServerLosesWhatItAcknowledged_IsInvalidAndCountsTheRecords()
    {
        var target = new ForgetfulTarget(_memory, _server, records: 7);

        var result = Run("kill@0.1s", target);

        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Fault!.LostRecords.ShouldBe(7);
        result.Error.ShouldNotBeNull().ShouldContain("acknowledged records are missing");
    }

    [Fact]
    public void Run_TrialThatEndsBefore_HadNoFault()
    {
        _server.AwaitsItsFault = false;

        var result = Run("kill@60s");

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        _server.Calls.ShouldBeEmpty();
        result.Fault.ShouldNotBeNull().Happened.ShouldBeFalse();
        result.Fault.LostRecords.ShouldBeNull();
    }

    [Fact]
    public void Run_ServerThatDoesNotStart_IsIncompleteAndSaysSo()
    {
        _server.StartFailure = new TargetException("The server does not start: no log.");
        _server.IsUpAfterFailure = true;

        var result = Run("kill@0.1s");

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("does not start");
        result.Fault.ShouldNotBeNull().Happened.ShouldBeTrue();
        result.Fault.AcceptedS.ShouldBeNull();
    }

    [Theory]
    [InlineData("pause@0.1s:60s", "resume")]
    [InlineData("partition@0.1s:60s", "mend")]
    public void Run_AbandonedMeanwhile_LetsTheServerGoOn(string fault, string call)
    {
        using var abandon = new CancellationTokenSource();
        _server.OnPause = abandon.Cancel;

        Should.Throw<OperationCanceledException>(() => Run(fault, cancellation: abandon.Token));

        SpinWait.SpinUntil(() => _server.Calls.Contains(call), TimeSpan.FromSeconds(10)).ShouldBeTrue();
    }

    /// <summary>A graceful stop may take half a minute, for which a user who interrupts does not wait.</summary>
    [Fact]
    public async Task Run_AbandonedWhileTheServerStops_DoesNotWaitForIt()
    {
        using var abandon = new CancellationTokenSource();
        _server.OnStop = abandon.Cancel;
        var trial = Task.Run(() => Run("restart@0.1s", cancellation: abandon.Token));
        try
        {
            await Should.ThrowAsync<LeftBehindException>(trial.WaitAsync(TimeSpan.FromMinutes(2)));
        }
        finally
        {
            _server.IsStopped.Set();
        }
    }

    [Fact]
    public void Run_NoFault_TheSameTargetHasNone()
    {
        _server.AwaitsItsFault = false;

        var result = Run("none");

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Fault.ShouldBeNull();
        _server.Calls.ShouldBeEmpty();
    }

    /// <summary>A rate in stages changes by itself, so that a slower stage would pass as a dip of the fault.</summary>
    [Fact]
    public void Run_RateInStages_HasNoDip()
    {
        var result = Run("kill@0.5s", rate: "400@600s");

        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var found = result.Fault.ShouldNotBeNull();
        found.FirstAckAfterS.HasValue.ShouldBeTrue();
        found.LowestShare.ShouldBeNull();
        found.DipS.ShouldBeNull();
    }

    private TrialResult Run(string fault, ITarget? target = null, int retries = 5, string? rate = null,
        CancellationToken cancellation = default)
    {
        PlannedFault.TryParse(fault, out var planned).ShouldBeTrue();
        var point = Points.Of(sources: 2, records: 400, batch: 10) with
        {
            Fault = planned,
            Rate = ArrivalRate.TryParse(rate, out var arrivals) ? arrivals : null,
        };
        using var workload = new CountingWorkload();
        var retry = new RetryOptions(retries, TimeSpan.FromMilliseconds(1));
        return new TrialRunner(new IngestPipeline(), retry, new SilentObserver())
        {
            IsMeasured = false,
        }.Run(Points.Trial(point), target ?? new ServedTarget(_memory, _server), workload, new(workload), keepData: false,
            cancellation);
    }

    private class ServedTarget(ITarget inner, Switch server) : ForwardingTarget(inner)
    {
        public override IServerControl ServerControl => server;
    }

    /// <summary>Its last rows are gone after a kill.</summary>
    private sealed class ForgetfulTarget(MemoryTarget inner, Switch server, int records) : ServedTarget(inner, server)
    {
        public override void Settle(CancellationToken cancellation)
        {
            inner.Forget(records);
            base.Settle(cancellation);
        }
    }

    /// <summary>A server that is up or not. A paused one keeps its callers waiting.</summary>
    private sealed class Switch : IServerControl
    {
        private static readonly TimeSpan Away = TimeSpan.FromMilliseconds(200);

        /// <summary>Attempts that are answered before the fault.</summary>
        private const int Before = 40;

        private readonly ManualResetEventSlim _goesOn = new(initialState: true);
        private readonly ManualResetEventSlim _happened = new();
        private int _attempts;
        private volatile bool _isUp = true;
        private volatile bool _lacksANode;
        private volatile bool _isFull;

        public bool AwaitsItsFault { get; set; } = true;

        public Exception? StartFailure { get; set; }

        public bool IsUpAfterFailure { get; set; }

        public Action? OnPause { get; set; }

        public Action? OnFill { get; set; }

        /// <summary>Called while the server stops, which then takes until <see cref="IsStopped"/>.</summary>
        public Action? OnStop { get; set; }

        public ManualResetEventSlim IsStopped { get; } = new();

        public System.Collections.Concurrent.ConcurrentQueue<string> Calls { get; } = new();

        public void Serve()
        {
            if (AwaitsItsFault && ++_attempts > Before)
            {
                _happened.Wait();
            }

            _goesOn.Wait();
            if (_lacksANode)
            {
                // Acknowledgements count by intervals of 10 ms: some must come after that of the fault.
                Thread.Sleep(2);
            }

            if (_isFull)
            {
                throw new BatchWriteException("Disk full.", isTransient: false, isAmbiguous: false);
            }

            if (!_isUp)
            {
                throw new BatchWriteException("Refused.", isTransient: true, isAmbiguous: false);
            }
        }

        public void Kill() => Go("kill", isUp: false);

        public void KillNode()
        {
            _lacksANode = true;
            Go("kill node", isUp: true);
        }

        public void Stop()
        {
            Go("stop", isUp: false);
            if (OnStop is not null)
            {
                OnStop();
                IsStopped.Wait();
            }
        }

        public void Start(CancellationToken cancellation)
        {
            cancellation.WaitHandle.WaitOne(Away);
            Go("start", StartFailure is null || IsUpAfterFailure);
            if (StartFailure is not null)
            {
                throw StartFailure;
            }
        }

        public void Pause()
        {
            Calls.Enqueue("pause");
            _goesOn.Reset();
            _happened.Set();
            OnPause?.Invoke();
        }

        public void Resume()
        {
            Calls.Enqueue("resume");
            _goesOn.Set();
        }

        public void FillDisk()
        {
            _isFull = true;
            Go("fill", isUp: false);
            OnFill?.Invoke();
        }

        public bool FreeDisk()
        {
            _isFull = false;
            Go("free", isUp: false);
            return true;
        }

        public void Cut()
        {
            Calls.Enqueue("cut");
            _goesOn.Reset();
            _happened.Set();
            OnPause?.Invoke();
        }

        public void Mend()
        {
            Calls.Enqueue("mend");
            _goesOn.Set();
        }

        private void Go(string call, bool isUp)
        {
            Calls.Enqueue(call);
            _isUp = isUp;
            _happened.Set();
        }
    }
}
