using System.Collections.Concurrent;
using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Probing;

namespace DbIngest.Core.Tests.Pipeline;

public sealed class ProbeRunTests
{
    /// <summary>What a probe saw is lost with a query that never ends, and the trial must not pass for complete.</summary>
    [Fact]
    public void End_QueryThatDoesNotEnd_FailsTheTrialWithTheRemedy()
    {
        using var release = new ManualResetEventSlim();
        using var signal = new StartSignal(1);
        using var writers = new CancellationTokenSource();
        var failures = new ConcurrentQueue<Exception>();
        var run = new ProbeRun<string>(new Endless(release)) { Grace = TimeSpan.FromMilliseconds(20) };
        run.Begin(signal, failures.Enqueue, writers.Token);
        signal.Go(Stopwatch.GetTimestamp());

        run.End(writers).ShouldBeNull();

        failures.ShouldHaveSingleItem().Message.ShouldContain("leave --endless out");
        writers.IsCancellationRequested.ShouldBeTrue();
        release.Set();
        run.Dispose();
    }

    /// <summary>The user has interrupted nothing, so that the trial must not say so.</summary>
    [Fact]
    public void End_QueryThatEndsOnlyWhenItIsCut_FailsTheTrialWithTheRemedy()
    {
        using var signal = new StartSignal(1);
        using var writers = new CancellationTokenSource();
        var failures = new ConcurrentQueue<Exception>();
        var run = new ProbeRun<string>(new Cuttable())
        {
            Grace = TimeSpan.FromMilliseconds(20),
            Unended = "Give it more time.",
        };
        run.Begin(signal, failures.Enqueue, writers.Token);
        signal.Go(Stopwatch.GetTimestamp());

        run.End(writers);

        // End itself fails the trial too where the machine is so busy that the query ends later.
        failures.ShouldNotBeEmpty();
        failures.ShouldAllBe(failure => failure.Message == "Give it more time.");
        run.Dispose();
    }

    private sealed class Cuttable : IProbe<string>
    {
        private CancellationToken _abandonment;

        public string Option => "--cuttable";

        public string Outcome => "seen";

        public void Open(CancellationToken abandonment) => _abandonment = abandonment;

        public void Run(long start, CancellationToken stop)
        {
            _abandonment.WaitHandle.WaitOne();
            _abandonment.ThrowIfCancellationRequested();
        }

        public void Dispose()
        {
        }
    }

    private sealed class Endless(ManualResetEventSlim release) : IProbe<string>
    {
        public string Option => "--endless";

        public string Outcome => "seen";

        public void Open(CancellationToken abandonment)
        {
        }

        public void Run(long start, CancellationToken stop) => release.Wait(CancellationToken.None);

        public void Dispose()
        {
        }
    }
}
