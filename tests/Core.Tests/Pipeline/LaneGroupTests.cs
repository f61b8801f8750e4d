using System.Collections.Concurrent;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>Several lanes on one thread (<c>--client-threads</c>), with answers over real sockets.</summary>
public sealed class LaneGroupTests
{
    private const string Mix = "insert=10,read=40,update=30,delete=10,scan=10";

    private readonly MemoryTarget _target = new();
    private readonly ConcurrentQueue<SplitWriter> _writers = [];

    public LaneGroupTests() => _target.Wraps = inner =>
    {
        var writer = new SplitWriter(inner) { OnSent = OnSent };
        _writers.Enqueue(writer);
        return writer;
    };

    private Action<SplitWriter> OnSent { get; set; } = static writer => writer.Answer();

    [Theory]
    [InlineData(Mix)]
    [InlineData("read=50,update=50,keys=zipfian:shared")]
    public void Wait_TwoThreads_DoWhatAThreadPerLaneDoes(string mix)
    {
        var alone = Run(mix, threads: null);
        _writers.Clear();
        var grouped = Run(mix, threads: 2);

        grouped.Error.ShouldBeNull();
        grouped.Acknowledged.ShouldBe(alone.Acknowledged);
        grouped.Mix!.WrongAnswers.ShouldBe(0);
        grouped.Mix.Kinds.Select(kind => kind.Kind).ShouldBe(alone.Mix!.Kinds.Select(kind => kind.Kind), ignoreOrder: true);
        grouped.Sources.Select(source => source.AcknowledgedOperations).ShouldBe(
            alone.Sources.Select(source => source.AcknowledgedOperations));
        _writers.Count.ShouldBe(8);
        _writers.ShouldAllBe(writer => writer.Threads.Count == 1);
        _writers.SelectMany(writer => writer.Threads).Distinct().Count().ShouldBe(2);
        _writers.Sum(writer => writer.Received).ShouldBe((int)grouped.Acknowledged);
    }

    /// <summary>A thread that waited for the answers in the order of the requests would wait for ever.</summary>
    [Fact]
    public void Wait_AnswersInAnotherOrder_AreReadAsTheyArrive()
    {
        SplitWriter? held = null;
        int others = 0;
        OnSent = writer =>
        {
            held ??= writer;
            if (held != writer)
            {
                writer.Answer();
                if (++others == 20)
                {
                    held.Answer();
                }
            }
            else if (others >= 20)
            {
                writer.Answer();
            }
        };

        var outcome = Run("read=100", threads: 1);

        outcome.Error.ShouldBeNull();
        outcome.Retries.ShouldBe(0);
        others.ShouldBeGreaterThan(20);
    }

    /// <summary>The time of a thread counts once, whatever number of its lanes have a request under way.</summary>
    [Fact]
    public void Wait_SeveralLanesOfAThread_ShareItsTime()
    {
        OnSent = static writer =>
        {
            Thread.Sleep(1);
            writer.Answer();
        };
        var watch = System.Diagnostics.Stopwatch.StartNew();

        var outcome = Run("read=100", threads: 2);

        outcome.Error.ShouldBeNull();
        outcome.Sources.Sum(source => source.GeneratingS + source.WritingS)
            .ShouldBeInRange(outcome.Acknowledged * 1e-3, 2 * watch.Elapsed.TotalSeconds);
    }

    [Fact]
    public void Wait_AnswerThatFails_IsRetriedOnTheThread()
    {
        int attempts = 0;
        _target.BeforeOperation = (_, _) =>
        {
            if (++attempts is 30 or 60)
            {
                throw new BatchWriteException("Away.", isTransient: true, isAmbiguous: true);
            }
        };

        var outcome = Run("read=50,update=50", threads: 1);

        outcome.Error.ShouldBeNull();
        outcome.Retries.ShouldBe(2);
        outcome.Mix!.WrongAnswers.ShouldBe(0);
        outcome.Mix.Kinds.Sum(kind => kind.Errors).ShouldBe(2);
    }

    [Fact]
    public void Wait_AnswerThatNeverComes_FailsAfterItsTimeoutAndIsRetried()
    {
        int sent = 0;
        OnSent = writer =>
        {
            if (++sent != 25)
            {
                writer.Answer();
            }
        };

        var outcome = Run("update=100", threads: 1);

        outcome.Error.ShouldBeNull();
        outcome.Retries.ShouldBe(1);
    }

    [Fact]
    public void Wait_LaneThatFailsForGood_StopsTheOthersAfterTheirRequests()
    {
        _target.BeforeOperation = (_, attempt) =>
        {
            if (attempt == 40)
            {
                throw new BatchWriteException("Broken.", isTransient: false, isAmbiguous: false);
            }
        };

        var outcome = Run("update=100", threads: 1);

        outcome.Error.ShouldNotBeNull().ShouldContain("Broken.");

        // Every request that was sent has been answered: one failed, all others count.
        _writers.Sum(writer => writer.Received).ShouldBe(_writers.Sum(writer => writer.Sent));
        outcome.Acknowledged.ShouldBe(_writers.Sum(writer => writer.Received) - 1);
    }

    private IngestOutcome Run(string mix, int? threads)
    {
        OperationMix.TryParse(mix, out var parsed).ShouldBeTrue();
        var workload = new CountingWorkload();
        var request = IngestRequest.Of(
            Points.Of(sources: 2, records: 400) with { Mix = parsed, Batch = 1, InFlight = 4, ClientThreads = threads },
            seed: 3,
            new RetryOptions(1, TimeSpan.Zero));
        _target.Prepare(request.TableOf(workload.Schema));
        using var writer = _target.OpenWriter(0);
        _writers.Clear();
        using var records = workload.Open(0);
        for (int source = 0; source < 2; source++)
        {
            using var loaded = workload.Open(source);
            var batch = new Abstractions.Records.RecordBatch(workload.Schema, 400);
            loaded.Fill(batch, 0, 400);
            writer.Write(batch);
        }

        using var run = new IngestPipeline().Open(request, _target, workload, CancellationToken.None);
        run.Start();
        return run.Wait();
    }
}
