using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// A client whose call never returns, because the server puts its time-outs off: the trial ends all the same, by the pipeline's
/// own watch. Each test waits the ten seconds that a client has at least.
/// </summary>
public sealed class HungClientTests : IDisposable
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(2);

    private readonly ManualResetEventSlim _release = new();
    private readonly MemoryTarget _memory = new();

    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData("write")]
    [InlineData("open")]
    public async Task Run_ClientThatNeverReturns_EndsAsIncompleteAndSaysWhy(string verb)
    {
        if (verb == "write")
        {
            _memory.BeforeWrite = (batch, _) => HangAt(batch.FirstSequence == 64);
        }
        else
        {
            _memory.OnOpenWriter = source => HangAt(source == 1);
        }

        var result = await Task.Run(() => Run(_memory)).WaitAsync(Bound);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("--request-timeout");
        result.AcknowledgedRecords.ShouldBeLessThan(3000);
    }

    /// <summary>A client that can be made to give up is told to: then no lane is left behind.</summary>
    [Fact]
    public async Task Run_ClientThatEndsWhenItIsTold_LeavesNoThread()
    {
        using var target = new CutTarget(_memory);
        var result = await Task.Run(() => Run(target)).WaitAsync(Bound);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        target.WasTold.ShouldBeTrue();
        result.Error.ShouldNotBeNull().ShouldContain("--request-timeout");
    }

    [Fact]
    public async Task Read_AuditThatNeverEnds_IsGivenUpAndSaysHowFarItCame()
    {
        using var target = new InterruptibleTarget(new HungAudit(_memory, _release), CancellationToken.None);
        var stored = new StoredContent(2, 100_000, [[]]);

        var read = Task.Run(() => Auditor.Read(target, stored, TimeSpan.FromMilliseconds(200), CancellationToken.None));

        (await Should.ThrowAsync<TargetException>(read.WaitAsync(Bound))).Message.ShouldContain("gave back 2048 rows");
    }

    /// <summary>Cleaning would work on the connections with which the audit still reads.</summary>
    [Fact]
    public async Task Clean_AfterAnAuditThatNeverEnded_IsRefusedUntilTheAuditReturns()
    {
        using var target = new InterruptibleTarget(new HungAudit(_memory, _release), CancellationToken.None)
        {
            Patience = TimeSpan.Zero,
        };
        var stored = new StoredContent(2, 100_000, [[]]);
        var read = Task.Run(() => Auditor.Read(target, stored, TimeSpan.FromMilliseconds(200), CancellationToken.None));
        await Should.ThrowAsync<TargetException>(read.WaitAsync(Bound));

        IsCleaned(target).ShouldBeFalse();
        _memory.Calls.ShouldNotContain("clean");

        _release.Set();
        SpinWait.SpinUntil(() => IsCleaned(target), Bound).ShouldBeTrue();
    }

    [Fact]
    public void Read_EndlessRows_AreNotReadForEver()
    {
        var stored = new StoredContent(2, 1000, [[]]);
        using var part = stored.OpenPartition();

        Should.Throw<TooManyRowsException>(() =>
        {
            while (true)
            {
                part.Add(0, 0, 0, 0, [1, 2]);
            }
        }).Message.ShouldContain("more than 108000 rows");
    }

    /// <summary>
    /// A database that retries for minutes, since its cluster may come back, does not where its only server has ended.
    /// </summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_PrivateServerThatHasEnded_IsNotTriedForLong()
    {
        _memory.BeforeWrite = (_, _) => throw new BatchWriteException("Refused.", isTransient: true, isAmbiguous: false);
        using var target = new EndedServer(_memory);
        long started = Stopwatch.GetTimestamp();

        var result = Run(target, new RetryOptions(100, TimeSpan.FromSeconds(1)));

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("has ended");
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(Bound);
    }

    public void Dispose()
    {
        _release.Set();
        _release.Dispose();
    }

    private static TrialResult Run(ITarget target, RetryOptions? retry = null)
    {
        using var workload = new CountingWorkload();
        return new TrialRunner(new IngestPipeline(), retry ?? RetryOptions.Default, new SilentObserver())
        {
            IsMeasured = false,
            RequestTimeout = TimeSpan.FromMilliseconds(100)
        }.Run(
            Points.Trial(Points.Of()), target, workload, new(workload), keepData: false, CancellationToken.None);
    }

    private static bool IsCleaned(ITarget target)
    {
        try
        {
            target.Clean();
            return true;
        }
        catch (TargetException exception) when (exception.IsUnreachable)
        {
            return false;
        }
    }

    private void HangAt(bool here)
    {
        if (here)
        {
            _release.Wait();
        }
    }

    private sealed class HungAudit(ITarget inner, ManualResetEventSlim release) : ForwardingTarget(inner)
    {
        public override void Audit(StoredContent audit, CancellationToken cancellation)
        {
            using var part = audit.OpenPartition();
            for (int row = 0; row < 2100; row++)
            {
                part.Add(0, row, 0, 0, [1, 2]);
            }

            release.Wait(CancellationToken.None);
        }
    }

    private sealed class EndedServer(ITarget inner) : ForwardingTarget(inner)
    {
        public override string? ServerFault => "The server has ended.";
    }

    private sealed class CutTarget(ITarget inner) : ForwardingTarget(inner)
    {
        public bool WasTold { get; private set; }

        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new Writer(this, cancellation);

        private sealed class Writer(CutTarget target, CancellationToken cancellation) : IBatchWriter
        {
            public void Write(Abstractions.Records.RecordBatch batch)
            {
                cancellation.WaitHandle.WaitOne();
                target.WasTold = true;
                throw new BatchWriteException("The connection was cut.", isTransient: true, isAmbiguous: false);
            }

            public BatchFate Recover(Abstractions.Records.RecordBatch batch, bool inDoubt = true) => BatchFate.Absent;

            public void Dispose()
            {
            }
        }
    }
}
