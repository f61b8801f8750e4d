using System.Diagnostics;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Sources;
using Polly;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Runs one thread with one writer and one reused batch. The lane takes its next turn from the source's
/// <see cref="SourceCursor"/>, fills the batch, waits until it is due in an open loop, writes it and repeats. This is the timed
/// path: it allocates nothing per record and shares nothing with other sources. <see cref="LocalIngestRun"/> creates one per
/// batch in flight. In an <see cref="OperationLane"/>, a turn is an operation of a mix.
/// </summary>
internal class IngestLane : IDisposable
{
    /// <summary>For how long a batch is tried again, or waited for, whose server can go on no more.</summary>
    internal static readonly TimeSpan FaultGrace = TimeSpan.FromSeconds(10);

    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly SourceCursor _cursor;
    private readonly ResiliencePipeline _retries;
    private CancellationToken _abandonment;
    private BatchTurn _turn;
    private long _waitingSince;
    private long? _faultySince;
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
        Batch = new RecordBatch(workload.Schema, point.Mix is null ? (int)Math.Min(point.Batch, point.RecordsPerSource)
            : point.Batch);
    }

    public int Source { get; }

    /// <summary>The batch that the lane reuses.</summary>
    protected RecordBatch Batch { get; }

    /// <summary>The records of the source. Null until <see cref="Open"/>.</summary>
    protected IRecordSource Records { get; private set; } = null!;

    /// <summary>The lane's writer. Null until <see cref="Open"/>.</summary>
    protected IBatchWriter Writer { get; private set; } = null!;

    /// <summary>Service times: from sending a batch to its acknowledgement, in nanoseconds.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>
    /// Response times: from when a batch was due to its acknowledgement, in nanoseconds. Null in a closed loop.
    /// </summary>
    public LatencyHistogram? Response { get; }

    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    public long RetriedRecords { get; private set; }

    public long FailedRecords { get; private set; }

    public long Retries { get; private set; }

    public long ResolvedBatches { get; private set; }

    public long GeneratingTicks { get; private set; }

    public long WritingTicks { get; private set; }

    /// <summary>
    /// Since when the lane waits for its writer, on the clock of <see cref="Stopwatch.GetTimestamp"/>; 0 where it does not. Read
    /// by the thread that watches the lanes.
    /// </summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince);

    public long StartedTimestamp { get; private set; }

    public long FinishedTimestamp { get; private set; }

    /// <summary>Opens source and writer, before the timed region.</summary>
    /// <param name="abandonment">Cancels pending writes. Valid for the lifetime of the writer.</param>
    public virtual void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        Records = _workload.Open(Source);
        Volatile.Write(ref _waitingSince, Stopwatch.GetTimestamp());
        Writer = _target.OpenWriter(Source, abandonment);
        Volatile.Write(ref _waitingSince, 0);
    }

    /// <summary>
    /// Books the batch under way as failed, for a lane whose writer does not come back. The lane is left behind on its thread.
    /// </summary>
    public void GiveUp()
    {
        if (_turn.Count > 0)
        {
            FailedRecords += _turn.Count;
            Fail(_turn);
        }
    }

    /// <summary>Writes batches until the schedule of the source ends. This is the timed region.</summary>
    /// <param name="start">The common start of all lanes in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Stops the lane before its next batch, and cancels a pause between attempts.</param>
    /// <exception cref="BatchWriteException">A batch was given up, so the trial cannot become complete.</exception>
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

            Acknowledge(turn, filled, cancellation);
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

    /// <summary>Fills the batch of a turn. Its time counts as generating, not as service time.</summary>
    protected virtual void Fill(BatchTurn turn) => Records.Fill(Batch, turn.First, turn.Count);

    /// <summary>Sends the batch and returns when it is acknowledged.</summary>
    protected virtual void Send() => Writer.Write(Batch);

    /// <summary>Makes the writer usable after a failure and reports whether the turn's batch is stored.</summary>
    /// <param name="isLast">True if the turn is given up, false if it is retried.</param>
    protected virtual BatchFate Recover(bool isLast) =>
        Writer.IsIdempotent && !isLast ? BatchFate.Absent : Writer.Recover(Batch, _isInDoubt);

    /// <summary>Records a turn that was taken but never sent.</summary>
    protected virtual void Skip(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <summary>Records a turn that was sent but never acknowledged.</summary>
    protected virtual void Fail(BatchTurn turn) => _cursor.Fail(turn.First, turn.Count);

    /// <summary>Records the service time of a turn.</summary>
    protected virtual void Record(long nanoseconds) => Latency.Record(nanoseconds);

    public void Dispose()
    {
        Writer?.Dispose();
        Records?.Dispose();
    }

    private static long Nanoseconds(long ticks) =>
        Stopwatch.Frequency == 1_000_000_000 ? ticks : (long)(ticks * (1e9 / Stopwatch.Frequency));

    /// <summary>Waits until a turn is due. Returns at once for a late turn.</summary>
    /// <returns>False if the lane was stopped while it waited, so that the batch must not be sent.</returns>
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

    /// <summary>
    /// Returns when the turn is acknowledged. Otherwise records it as failed and throws. Leaves no batch in doubt.
    /// </summary>
    /// <param name="turn">The batch.</param>
    /// <param name="now">Now, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Cancels a pause between attempts.</param>
    protected void Acknowledge(BatchTurn turn, long now, CancellationToken cancellation)
    {
        Volatile.Write(ref _waitingSince, now);
        _turn = turn;
        _attempt = 0;
        _isInDoubt = false;
        _faultySince = null;
        try
        {
            if (!TryAtOnce(cancellation))
            {
                _retries.Execute(static (lane, token) => lane.AttemptAgain(token), this, cancellation);
            }
        }
        catch (Exception exception)
        {
            // Before it gives the batch up, the lane asks once more whether the batch is stored.
            if (exception is BatchWriteException && _isInDoubt && !_abandonment.IsCancellationRequested && IsStored())
            {
                _attempt++;
                return;
            }

            FailedRecords += turn.Count;
            Fail(turn);
            throw;
        }
        finally
        {
            Volatile.Write(ref _waitingSince, 0);
        }
    }

    /// <summary>Makes the first attempt without the retry pipeline, whose overhead exceeds the rest of a turn.</summary>
    /// <returns>False if the attempt failed and the retry pipeline has to decide.</returns>
    private bool TryAtOnce(CancellationToken cancellation)
    {
        try
        {
            Attempt(cancellation);
            return true;
        }
        catch (Exception exception) when (!cancellation.IsCancellationRequested)
        {
            Volatile.Write(ref _waitingSince, 0);
            _failure = ExceptionDispatchInfo.Capture(exception);
            return false;
        }
    }

    /// <summary>Makes an attempt within the retry pipeline, to which the first attempt reports the failure that it had.</summary>
    private void AttemptAgain(CancellationToken cancellation)
    {
        if (_failure is { } failure)
        {
            _failure = null;
            failure.Throw();
        }

        EndWithTheServer();
        try
        {
            Volatile.Write(ref _waitingSince, Stopwatch.GetTimestamp());
            Attempt(cancellation);
        }
        finally
        {
            Volatile.Write(ref _waitingSince, 0);
        }
    }

    /// <summary>A server of the run's own that can go on no more is not tried for as long as one that may come back.</summary>
    /// <exception cref="BatchWriteException">It could not a while ago either.</exception>
    private void EndWithTheServer()
    {
        if (_target.ServerFault is not { } fault)
        {
            _faultySince = null;
        }
        else if (_faultySince is not { } since)
        {
            _faultySince = Stopwatch.GetTimestamp();
        }
        else if (Stopwatch.GetElapsedTime(since) > FaultGrace)
        {
            throw new BatchWriteException(fault, isTransient: false, isAmbiguous: _isInDoubt);
        }
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

        // An absent transaction stays absent. Rows of an idempotent writer may be stored in part or still be in flight.
        _isInDoubt &= Writer.IsIdempotent;
        ResolvedBatches += fate == BatchFate.Stored ? 1 : 0;
        return fate;
    }

    private bool IsStored()
    {
        try
        {
            Volatile.Write(ref _waitingSince, Stopwatch.GetTimestamp());
            return FindFate(isLast: true) == BatchFate.Stored;
        }
        catch (BatchWriteException)
        {
            return false;
        }
    }
}
