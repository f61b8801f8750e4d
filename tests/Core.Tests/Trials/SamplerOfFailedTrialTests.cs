using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>A trial whose waiting fails leaves no thread that goes on sampling it.</summary>
public sealed class SamplerOfFailedTrialTests
{
    [Fact]
    public void Run_WaitingFails_EndsTheSampling()
    {
        using var target = new MemoryTarget();
        using var workload = new CountingWorkload();
        var run = new FailingRun();

        var result = new TrialRunner(new FailingEngine(run), RetryOptions.Default, new SilentObserver())
        { IsMeasured = false }.Run(
            Points.Trial(Points.Of()), target, workload, new(workload), keepData: false, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("It is told to fail.");

        // A sampler that is left open takes a sample once a second.
        run.WasAsked.Reset();
        run.WasAsked.Wait(TimeSpan.FromSeconds(2.5)).ShouldBeFalse();
    }

    private sealed class FailingEngine(IIngestRun run) : IIngestEngine
    {
        public IIngestRun Open(
            IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation) => run;
    }

    private sealed class FailingRun : IIngestRun
    {
        /// <summary>Set when the records acknowledged so far are asked for, as each sample does.</summary>
        public ManualResetEventSlim WasAsked { get; } = new();

        public long AcknowledgedRecords
        {
            get
            {
                WasAsked.Set();
                return 0;
            }
        }

        public IReadOnlyList<int> ClientProcesses { get; } = [Environment.ProcessId];

        public long Start() => System.Diagnostics.Stopwatch.GetTimestamp();

        public IngestOutcome Wait() => throw new InvalidOperationException("It is told to fail.");

        public void Dispose()
        {
            // The test looks whether it is asked afterwards.
        }
    }
}
