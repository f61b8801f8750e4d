using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Pipeline;

/// <summary>A lane that is left behind with a batch, whose writer then fails after all.</summary>
public sealed class LeftBehindLaneTests
{
    private const int Batch = 10;

    private readonly MemoryTarget _target = new();
    private readonly CountingWorkload _workload = new();
    private readonly SourceCursor _cursor = new(100, Batch, arrivals: null, durationTicks: long.MaxValue);

    [Fact]
    public void GiveUp_WriterFailsAfterwards_BooksTheBatchOnce()
    {
        using var lane = Open(repeats: null);
        _target.BeforeWrite = (batch, _) => LeaveBehind(lane, batch.FirstSequence == 2 * Batch);

        Should.Throw<BatchWriteException>(() => lane.Ingest(0, CancellationToken.None));

        lane.Failed.ShouldBe(Batch);
        _cursor.Unacknowledged().ShouldBe([new(2 * Batch, Batch), new(3 * Batch, 100 - (3 * Batch))]);
    }

    /// <summary>The batch of a second sending was acknowledged: it is in doubt once, and did not fail.</summary>
    [Fact]
    public void GiveUp_SecondSendingFailsAfterwards_IsInDoubtOnce()
    {
        var repeats = new LaneRepeats(new RepeatSchedule(millionths: 1_000_000, Batch, seed: 1, source: 0));
        using var lane = Open(repeats);
        _target.BeforeWrite = (_, attempt) => LeaveBehind(lane, attempt == 2);

        Should.Throw<BatchWriteException>(() => lane.Ingest(0, CancellationToken.None));

        lane.Failed.ShouldBe(0);
        repeats.InDoubt.ShouldBe([new(0, Batch)]);
        _cursor.Unacknowledged().ShouldBe([new(Batch, 100 - Batch)]);
    }

    [Fact]
    public void Fail_BatchTwice_IsUnacknowledgedOnce()
    {
        _cursor.TryTake(0, out var turn).ShouldBeTrue();

        _cursor.Fail(turn.First, turn.Count);
        _cursor.Fail(turn.First, turn.Count);

        _cursor.Unacknowledged().Sum(range => range.Count).ShouldBe(100);
    }

    /// <summary>The thread that watches the lanes gives the turn up while the writer has it.</summary>
    private static void LeaveBehind(IngestLane lane, bool isHere)
    {
        if (isHere)
        {
            lane.IsUnderWay.ShouldBeTrue();
            lane.GiveUp();
            throw new BatchWriteException("The connection was cut.", isTransient: false, isAmbiguous: false);
        }
    }

    private IngestLane Open(LaneRepeats? repeats)
    {
        var work = new BatchWork(new RecordBatch(_workload.Schema, Batch), _cursor);
        var retry = new RetrySchedule(new RetryOptions(0, TimeSpan.Zero), seed: 1);
        var lane = new IngestLane(_target, _workload, source: 0, _cursor, work, retry) { Repeats = repeats };
        lane.Open(CancellationToken.None);
        return lane;
    }
}
