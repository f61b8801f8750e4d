using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Widening;

namespace DbIngest.Core.Tests.Widening;

/// <summary>A lane that opens another writer once the table has the added values.</summary>
public sealed class AddedValuesLaneTests
{
    private const int Batch = 10;

    private static readonly TimeSpan Opening = TimeSpan.FromMilliseconds(100);

    private readonly MemoryTarget _memory = new();
    private readonly CountingWorkload _inner = new();

    /// <summary>Rule 21 would take a slow opening for records that are generated slowly.</summary>
    [Fact]
    public void Ingest_OpensAnotherWriter_CountsTheTimeAsWriting()
    {
        int opened = 0;
        _memory.OnOpenWriter = _ =>
        {
            if (++opened == 2)
            {
                Thread.Sleep(Opening);
            }
        };
        using var lane = Open();

        lane.Ingest(Stopwatch.GetTimestamp(), CancellationToken.None);

        opened.ShouldBe(2);
        lane.Acknowledged.ShouldBe(2 * Batch);
        MonotonicTicks.Nanoseconds(lane.WritingTicks).ShouldBeGreaterThan((long)(Opening.TotalMilliseconds * 0.9e6));
        lane.GeneratingTicks.ShouldBeGreaterThanOrEqualTo(0);
    }

    /// <summary>A client may close a connection for ever, which the watch over the lanes must see.</summary>
    [Fact]
    public void Ingest_ClosesTheWriter_WaitsForItsDatabase()
    {
        IngestLane? lane = null;
        var wasUnderWay = new List<bool>();
        _memory.Wraps = writer => new Closing(writer, () => wasUnderWay.Add(lane!.IsUnderWay));
        lane = Open();

        lane.Ingest(Stopwatch.GetTimestamp(), CancellationToken.None);

        wasUnderWay.ShouldBe([true]);
        lane.IsUnderWay.ShouldBeFalse();
        lane.Dispose();
    }

    /// <summary>A lane of two batches, both with the values, whose first writer was opened before.</summary>
    private IngestLane Open()
    {
        AddedValues.TryParse("1@1s", out var added).ShouldBeTrue();
        IWorkload workload = new StreamWorkloads().Of(
            _inner, Point.Of(AxisValues.None.With(SweepAxes.AddedValues, added!)), seed: 7, records: 2 * Batch);
        var target = new Widened(_memory);
        var addition = new ValueAddition(target, new TrialTable(workload.Schema, 1, 2 * Batch), atS: 0, TimeSpan.Zero);
        addition.Run(Stopwatch.GetTimestamp(), CancellationToken.None);
        addition.IsDone.ShouldBeTrue();
        var cursor = new SourceCursor(2 * Batch, Batch, arrivals: null, durationTicks: long.MaxValue, addition: addition);
        var work = new BatchWork(new RecordBatch(workload.Schema, Batch), cursor);
        var retry = new RetrySchedule(new RetryOptions(0, TimeSpan.Zero), seed: 1);
        var lane = new IngestLane(target, workload, source: 0, cursor, work, retry);
        lane.Open(CancellationToken.None);
        return lane;
    }

    /// <summary>A store that keeps what it is sent.</summary>
    private sealed class Widened(ITarget inner) : ForwardingTarget(inner)
    {
        public override void AddValues(TrialTable table, CancellationToken cancellation = default)
        {
        }
    }

    private sealed class Closing(IBatchWriter inner, Action closed) : IBatchWriter
    {
        public void Write(RecordBatch batch) => inner.Write(batch);

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

        public void Dispose()
        {
            closed();
            inner.Dispose();
        }
    }
}
