using System.Diagnostics;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Sources;
using Polly;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// One thread with one writer and one pooled batch: takes its next turn from the schedule of its source, fills the batch, waits
/// until it is due where records arrive at a rate, has it acknowledged, and begins again. This is the timed path: it allocates
/// nothing per record and shares nothing with other sources. What a turn is, a lane of another kind may say otherwise
/// (<see cref="OperationLane"/>).
/// </summary>
internal class IngestLane : IDisposable
{
    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly SourceCursor _cursor;
    private readonly ResiliencePipeline _retries;
    private CancellationToken _abandonment;
    private long _acknowledged;
    private int _attempt;
    private bool _isInDoubt;
    private ExceptionDispatchInfo? _failure;

    public IngestLane(
        IngestRequest request, ITarget target, IWorkload workload, int source, SourceCursor cursor, ResiliencePipeline retries)
    {
        _target = target;
        _workload = workload;
        Source = source;
        _cursor = cursor;
        _retries = retries;
        Response = cursor.IsPaced ? new LatencyHistogram() : null;
        var point = request.Point;
        Batch = new RecordBatch(workload.Schema, point.Mix is null ? (int)Math.Min(point.Batch, point.RecordsPerSource) : point.Batch);
    }

    public int Source { get; }

    /// <summary>The one batch of the lane.</summary>
    protected RecordBatch Batch { get; }

    /// <summary>The source's records, once the lane is open.</summary>
    protected IRecordSource Records { get; private set; } = null!;

    /// <summary>The lane's writer, once it is open.</summary>
    protected IBatchWriter Writer { get; private set; } = null!;

    /// <summary>From sending a batch to its acknowledgement.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>From the moment a batch was due to its acknowledgement: in an open loop only.</summary>
    public LatencyHistogram? Response { get; }

    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    public long RetriedRecords { get; private set; }

    public long FailedRecords { get; private set; }

    public long Retries { get; private set; }

    public long ResolvedBatches { get; private set; }

    public long GeneratingTicks { get; private set; }

    public long WritingTicks { get; private set; }

    public long StartedTimestamp { get; private set; }

    public long FinishedTimestamp { get; private set; }

    /// <summary>Opens source and writer. Outside the timed region.</summary>
    /// <param name="abandonment">Says, as long as the writer lives, that nobody wants to know any more what becomes of a batch.</param>
    public virtual void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        Records = _workload.Open(Source);
        Writer = _target.OpenWriter(Source, abandonment);
    }

    /// <summary>Writes until the schedule of the source ends.</summary>
    /// <param name="start">The common start of all lanes, on the clock of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Ends it at the next batch, and a pause between attempts at once.</param>
    /// <exception cref="BatchWriteException">A batch was given up: the ingestion cannot become complete any more.</exception>
    public void Ingest(long start, CancellationToken cancellation)
    {
        long now = StartedTimestamp = FinishedTimestamp = Stopwatch.GetTimestamp();
        while (!cancellation.IsCancellationRequested && _cursor.TryTake(now - start, out var turn))
        {
            Fill(turn);
            long filled = Stopwatch.GetTimestamp();
            GeneratingTicks += filled - now;
            if (Response is not null && !TryAwait(start, turn, ref filled, cancellation))
            {
                return;
            }

            Acknowledge(turn, cancellation);
            now = FinishedTimestamp = Stopwatch.GetTimestamp();
            WritingTicks += now - filled;
            Record(Nanoseconds(now - filled));
            Response?.Record(Nanoseconds(now - start - turn.Due));
            if (_attempt > 1)
            {
                RetriedRecords += turn.Count;
            }

            Volatile.Write(ref _acknowledged, _acknowledged + turn.Count);
        }
    }

    /// <summary>Makes ready what a turn sends. Not part of its service time.</summary>
    protected virtual void Fill(BatchTurn turn) => Records.Fill(Batch, turn.First, turn.Count);

    /// <summary>Sends it, and returns when it is acknowledged.</summary>
    protected virtual void Send() => Writer.Write(Batch);

    /// <summary>After a failure: makes the writer usable again, and finds out what became of the turn.</summary>
    /// <param name="isLast">Whether the turn is given up, rather than tried again.</param>
    protected virtual BatchFate Recover(bool isLast) =>
        Writer.IsIdempotent && !isLast ? BatchFate.Absent : Writer.Recover(Batch, _isInDoubt);

    /// <summary>Books a turn that was taken and never sent.</summary>
    protected virtual void Skip(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <summary>Books a turn that was sent and never acknowledged.</summary>
    protected virtual void Fail(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <summary>Books the service time of a turn.</summary>
    protected virtual void Record(long nanoseconds) => Latency.Record(nanoseconds);

    public void Dispose()
    {
        Writer?.Dispose();
        Records?.Dispose();
    }

    private static long Nanoseconds(long ticks) =>
        Stopwatch.Frequency == 1_000_000_000 ? ticks : (long)(ticks * (1e9 / Stopwatch.Frequency));

    /// <summary>Waits until an arrival is due; one that is late begins at once.</summary>
    /// <returns>False when the ingestion was ended meanwhile: the batch was never sent.</returns>
    private bool TryAwait(long start, BatchTurn turn, ref long now, CancellationToken cancellation)
    {
        if (now - start < turn.Due)
        {
            PreciseWait.Until(start + turn.Due, cancellation);
            now = Stopwatch.GetTimestamp();
        }

        if (!cancellation.IsCancellationRequested)
        {
            return true;
        }

        Skip(turn);
        return false;
    }

    /// <summary>Returns when the batch is acknowledged; else books it as failed and throws. No batch is left in doubt.</summary>
    protected void Acknowledge(BatchTurn turn, CancellationToken cancellation)
    {
        _attempt = 0;
        _isInDoubt = false;
        try
        {
            if (!TryAtOnce(cancellation))
            {
                _retries.Execute(static (lane, token) => lane.AttemptAgain(token), this, cancellation);
            }
        }
        catch (Exception exception)
        {
            // The last word on a batch that is given up: it may have arrived all the same.
            if (exception is BatchWriteException && _isInDoubt && !_abandonment.IsCancellationRequested && IsStored())
            {
                _attempt++;
                return;
            }

            FailedRecords += turn.Count;
            Fail(turn);
            throw;
        }
    }

    /// <summary>The first attempt, which is nearly always the only one, goes round the retries: they cost more than the rest of a turn's books.</summary>
    /// <returns>False when it failed, and the retries are to decide.</returns>
    private bool TryAtOnce(CancellationToken cancellation)
    {
        try
        {
            Attempt(cancellation);
            return true;
        }
        catch (Exception exception) when (!cancellation.IsCancellationRequested)
        {
            _failure = ExceptionDispatchInfo.Capture(exception);
            return false;
        }
    }

    /// <summary>An attempt as the retries see it: the first fails as it did.</summary>
    private void AttemptAgain(CancellationToken cancellation)
    {
        if (_failure is { } failure)
        {
            _failure = null;
            failure.Throw();
        }

        Attempt(cancellation);
    }

    private void Attempt(CancellationToken cancellation)
    {
        if (_attempt++ > 0)
        {
            cancellation.ThrowIfCancellationRequested();
            Retries++;
            if (FindFate(isLast: false) == BatchFate.Stored)
            {
                return;
            }
        }

        try
        {
            Send();
        }
        catch (BatchWriteException exception)
        {
            _isInDoubt |= exception.IsAmbiguous;
            throw;
        }
    }

    private BatchFate FindFate(bool isLast)
    {
        var fate = Recover(isLast);

        // What was not found of a transaction is not there; of rows that keys decide about, some may be, or be in flight.
        _isInDoubt &= Writer.IsIdempotent;
        ResolvedBatches += fate == BatchFate.Stored ? 1 : 0;
        return fate;
    }

    private bool IsStored()
    {
        try
        {
            return FindFate(isLast: true) == BatchFate.Stored;
        }
        catch (BatchWriteException)
        {
            return false;
        }
    }
}
