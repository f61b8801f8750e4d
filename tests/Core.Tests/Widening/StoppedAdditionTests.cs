using DbIngest.Abstractions.Targets;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Widening;

/// <summary>A run that is stopped while the database adds values, as a source process is when the user presses Ctrl-C.</summary>
public sealed class StoppedAdditionTests : IDisposable
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    private readonly ManualResetEventSlim _isAltering = new();
    private readonly MemoryTarget _memory = new() { BeforeWrite = (_, _) => Thread.Sleep(1) };
    private readonly CountingWorkload _inner = new();

    /// <summary>The parent process kills one that is not ready soon, and says then that the database does not answer.</summary>
    [Fact]
    public void Stop_WhileTheTableIsChanged_DoesNotWaitForTheDatabase()
    {
        AddedValues.TryParse("1@1ms", out var added).ShouldBeTrue();
        var point = Points.Of(sources: 1, records: 1_000_000, batch: 10) with { AddedValues = added };
        var workload = new StreamWorkloads().Of(_inner, point, seed: 7, records: 1_000_000);
        var request = IngestRequest.Of(point, seed: 7, RetryOptions.Default) with { RequestTimeout = TimeSpan.FromSeconds(30) };
        using var target = new Altering(_memory, _isAltering);
        using var run = IngestPipeline.Open(request, target, workload, 0, 1, CancellationToken.None);
        run.Start();
        _isAltering.Wait(Bound).ShouldBeTrue();

        run.Stop();

        // A run that waits says after 30 s that the database had not added the values.
        run.Wait().Error.ShouldBe("The ingestion was interrupted.");
    }

    public void Dispose()
    {
        _isAltering.Dispose();
        _memory.Dispose();
        _inner.Dispose();
    }

    /// <summary>Its table is locked for ever by another client.</summary>
    private sealed class Altering(ITarget inner, ManualResetEventSlim isAltering) : ForwardingTarget(inner)
    {
        public override void AddValues(TrialTable table, CancellationToken cancellation = default)
        {
            isAltering.Set();
            cancellation.WaitHandle.WaitOne();
            cancellation.ThrowIfCancellationRequested();
        }
    }
}
