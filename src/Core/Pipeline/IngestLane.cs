using System.Diagnostics;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Freshness;
using DbIngest.Core.Latency;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Runs one thread with one writer. The lane takes its next turn from the source's <see cref="SourceCursor"/>, lets its
/// <see cref="ILaneWork"/> fill it, waits until it is due in an open loop, sends it and repeats. This is the timed path: it
/// allocates nothing per record and shares nothing with other sources. <see cref="LocalIngestRun"/> creates one per source
/// and batch in flight.
/// </summary>
internal sealed class IngestLane : IDisposable
{
    /// <summary>How long a lane retries or waits for a batch after the server has failed for good.</summary>
    internal static readonly TimeSpan FaultGrace = TimeSpan.FromSeconds(10);

    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly SourceCursor _cursor;
    private readonly ILaneWork _work;
    private readonly RetrySchedule _retry;
    private CancellationToken _abandonment;
    private IBatchWriter? _writer;
    private IRecordSource? _records;
    private BatchTurn _turn;
    private long _waitingSince;
    private long? _faultySince;
    private long _acknowledged;
    private long _taken;
    private long _attempted;
    private bool _isInDoubt;
    private bool _wasInDoubt;
    private bool _isRetried;

    /// <summary>Creates a lane.</summary>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">Supplies the records.</param>
    /// <param name="source">The source, from 0.</param>
    /// <param name="cursor">The schedule of the source.</param>
    /// <param name="work">What the lane does in a turn.</param>
    /// <param name="retry">The retries of this lane.</param>
    public IngestLane(
        ITarget target, IWorkload workload, int source, SourceCursor cursor, ILaneWork work, RetrySchedule retry)
    {
        _target = target;
        _workload = workload;
        Source = source;
        _cursor = cursor;
        _work = work;
        _retry = retry;
        Response = cursor.IsPaced ? new LatencyHistogram() : null;
    }

    public int Source { get; }

    /// <summary>What the lane did of a mix. Null without one. Valid once the lane ended.</summary>
    public MixOutcome? Mix => _work.Mix is not { } mix ? null : mix with
    {
        AcknowledgedOperations = Acknowledged,
        RetriedOperations = Retried,
        FailedOperations = Failed,
    };

    /// <summary>How long the lane retries after the server has failed for good. A trial with a fault adds its outage.</summary>
    public TimeSpan Grace { get; init; } = FaultGrace;

    /// <summary>When the lane's records were acknowledged. Null for a load.</summary>
    public AckTimeline? Timeline { get; init; }

    /// <summary>The batches that the lane sends twice. Null if it sends each once.</summary>
    public LaneRepeats? Repeats { get; init; }

    /// <summary>Where the lane offers its acknowledgements to a probe. Null without <c>--freshness</c>.</summary>
    public NewestAcknowledgement? Newest { get; init; }

    /// <summary>Service times: from sending a batch to its acknowledgement, in nanoseconds.</summary>
    public LatencyHistogram Latency { get; } = new();

    /// <summary>Response times: from when a batch was due to its acknowledgement, in ns. Null in a closed loop.</summary>
    public LatencyHistogram? Response { get; }

    /// <summary>Records acknowledged so far, or operations of a mix. Any thread may read it.</summary>
    public long Acknowledged => Volatile.Read(ref _acknowledged);

    /// <summary>First record, or operation, of the turn that the lane took last. Any thread may read it.</summary>
    public long Taken => Volatile.Read(ref _taken);

    /// <summary>Records, or operations of a mix, that were acknowledged after a retry.</summary>
    public long Retried { get; private set; }

    /// <summary>Records or operations that were sent and never acknowledged.</summary>
    public long Failed { get; private set; }

    /// <summary>Attempts after a failure.</summary>
    public long Retries { get; private set; }

    /// <summary>Attempts that lost a race against another client. They count neither as failures nor as retries.</summary>
    public long Conflicts { get; private set; }

    public long ResolvedBatches { get; private set; }

    public long GeneratingTicks { get; private set; }

    public long WritingTicks { get; private set; }

    /// <summary>
    /// When the lane began to wait for its writer, in ticks of <see cref="Stopwatch.GetTimestamp"/>. 0 while it does not wait.
    /// The thread that watches the lanes reads it.
    /// </summary>
    public long WaitingSince => Volatile.Read(ref _waitingSince);

    public long StartedTimestamp { get; private set; }

    public long FinishedTimestamp { get; private set; }

    /// <summary>Opens source and writer, before the timed region.</summary>
    /// <param name="abandonment">Cancels pending writes. Valid for the lifetime of the writer.</param>
    /// <exception cref="TargetException">The writer could not be opened, or cannot do the work.</exception>
    public void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        _records = _workload.Open(Source);
        Volatile.Write(ref _waitingSince, Stopwatch.GetTimestamp());
        _writer = _target.OpenWriter(Source, abandonment);
        Volatile.Write(ref _waitingSince, 0);
        _work.Open(_writer, _records);
    }

    /// <summary>
    /// Books the turn under way as failed, for a lane whose writer does not come back. The lane is left behind on its thread.
    /// </summary>
    public void GiveUp()
    {
        if (_turn.Count > 0)
        {
            BookFailed(_turn);
        }
    }

    /// <summary>Takes turns until the schedule of the source ends. This is the timed region.</summary>
    /// <param name="start">The common start of all lanes in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Stops the lane before its next turn, and cancels a pause between attempts.</param>
    /// <exception cref="BatchWriteException">A turn was given up, so the trial cannot become complete.</exception>
    public void Ingest(long start, CancellationToken cancellation)
    {
        long now = StartedTimestamp = FinishedTimestamp = Stopwatch.GetTimestamp();
        while (!cancellation.IsCancellationRequested && _cursor.TryTake(now - start, out var turn))
        {
            Volatile.Write(ref _taken, turn.First);
            _work.Fill(turn);
            long filled = Stopwatch.GetTimestamp();
            GeneratingTicks += filled - now;
            if (Response is not null && !TryAwait(start, turn, ref filled, cancellation))
            {
                return;
            }

            bool isAcknowledged = Execute(turn, filled, cancellation);
            now = Stopwatch.GetTimestamp();
            WritingTicks += now - filled;
            if (isAcknowledged)
            {
                FinishedTimestamp = now;
                Book(turn, start, filled, now);
                if (Repeats is not null && Repeats.Has(turn))
                {
                    SendAgain(turn, ref now, cancellation);
                }
            }
        }
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _records?.Dispose();
    }

    /// <summary>Waits until a turn is due. Returns at once for a late turn.</summary>
    /// <returns>False if the lane was stopped while it waited, so that the turn must not be sent.</returns>
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

        _work.Skip(turn);
        return false;
    }

    /// <summary>
    /// Sends an acknowledged batch a second time. It takes time and counts neither as records nor as a service time.
    /// </summary>
    private void SendAgain(BatchTurn turn, ref long now, CancellationToken cancellation)
    {
        Repeats!.Begin();
        long sent = now;
        Execute(turn, sent, cancellation);
        FinishedTimestamp = now = Stopwatch.GetTimestamp();
        WritingTicks += now - sent;
        Repeats.End(turn, _wasInDoubt);
    }

    /// <summary>Counts a turn that is given up. A second sending is only in doubt: its batch was acknowledged before.</summary>
    private void BookFailed(BatchTurn turn)
    {
        if (Repeats is { IsUnderWay: true })
        {
            Repeats.GiveUp(turn);
            return;
        }

        Failed += turn.Count;
        _work.GiveUp(turn);
    }

    /// <summary>Counts a turn that was acknowledged.</summary>
    private void Book(BatchTurn turn, long start, long sent, long now)
    {
        long service = MonotonicTicks.Nanoseconds(now - sent);
        Latency.Record(service);
        Response?.Record(MonotonicTicks.Nanoseconds(now - start - turn.Due));
        _work.Acknowledged(new TurnTimes(sent, _attempted, now, _wasInDoubt, service));
        if (_isRetried)
        {
            Retried += turn.Count;
        }

        Newest?.Offer(Source, turn.First + turn.Count - 1, now);
        Timeline?.Add(now - start, turn.Count);
        Volatile.Write(ref _acknowledged, _acknowledged + turn.Count);
    }

    /// <summary>
    /// Sends a turn until it is acknowledged. Otherwise books it as failed and throws. Leaves no turn in doubt.
    /// </summary>
    /// <param name="turn">The turn.</param>
    /// <param name="now">Now, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Cancels a pause between attempts.</param>
    /// <returns>False if the turn was left out after conflicts.</returns>
    private bool Execute(BatchTurn turn, long now, CancellationToken cancellation)
    {
        Volatile.Write(ref _waitingSince, now);
        _turn = turn;
        _attempted = now;
        _isInDoubt = _wasInDoubt = _isRetried = false;
        try
        {
            return Send() is not { } failure || Retry(failure, cancellation);
        }
        catch (Exception exception)
        {
            // Before it gives the turn up, the lane asks once more whether what it sent is stored.
            if (exception is BatchWriteException && _isInDoubt && Repeats is not { IsUnderWay: true }
                && !_abandonment.IsCancellationRequested && IsStored())
            {
                return true;
            }

            BookFailed(turn);
            throw;
        }
        finally
        {
            Volatile.Write(ref _waitingSince, 0);
        }
    }

    /// <summary>Repeats a turn whose first attempt failed, for as long as <see cref="RetrySchedule"/> has pauses.</summary>
    /// <returns>True once it is acknowledged. False if it was left out after conflicts.</returns>
    /// <exception cref="BatchWriteException">The turn is not tried again.</exception>
    /// <exception cref="OperationCanceledException">The lane was stopped between two attempts.</exception>
    private bool Retry(BatchWriteException first, CancellationToken cancellation)
    {
        _retry.Begin();
        _faultySince = null;
        for (BatchWriteException? failure = first; failure is not null; failure = ServerFault() ?? Repeat(failure))
        {
            Volatile.Write(ref _waitingSince, 0);
            Count(failure);
            if (cancellation.IsCancellationRequested || _retry.After(failure, Stopwatch.GetTimestamp()) is not { } pause)
            {
                if (failure.IsConflict && _work.TryLeaveOut())
                {
                    return false;
                }

                ExceptionDispatchInfo.Throw(failure);
                return false;
            }

            cancellation.WaitHandle.WaitOne(pause);
            cancellation.ThrowIfCancellationRequested();
        }

        return true;
    }

    /// <summary>Makes one attempt.</summary>
    /// <returns>Why it failed. Null if it is acknowledged.</returns>
    private BatchWriteException? Send()
    {
        try
        {
            return _work.Send() ? null : LostRace();
        }
        catch (BatchWriteException failure)
        {
            _isInDoubt |= failure.IsAmbiguous;
            _wasInDoubt |= failure.IsAmbiguous;
            return failure;
        }
    }

    /// <summary>Recovers the writer and makes one more attempt, unless it turns out that what was sent is stored.</summary>
    /// <returns>Why it failed. Null if it is acknowledged or found stored.</returns>
    private BatchWriteException? Repeat(BatchWriteException failure)
    {
        Retries += failure.IsConflict ? 0 : 1;
        long now = Stopwatch.GetTimestamp();
        Volatile.Write(ref _waitingSince, now);
        try
        {
            if (FindFate(isLast: false) == BatchFate.Stored)
            {
                return null;
            }
        }
        catch (BatchWriteException unanswered)
        {
            return unanswered;
        }

        _attempted = Stopwatch.GetTimestamp();
        return Send();
    }

    private void Count(BatchWriteException failure)
    {
        _work.Failed(failure.IsConflict);
        _isRetried |= !failure.IsConflict;
        Conflicts += failure.IsConflict ? 1 : 0;
    }

    /// <summary>Ends the retries early if the target reports that its server has failed for good.</summary>
    /// <returns>The failure that ends the turn, once the server has been down for <see cref="Grace"/>. Null otherwise.</returns>
    private BatchWriteException? ServerFault()
    {
        if (_target.ServerFault is not { } fault)
        {
            _faultySince = null;
            return null;
        }

        _faultySince ??= Stopwatch.GetTimestamp();
        return Stopwatch.GetElapsedTime(_faultySince.Value) > Grace
            ? new BatchWriteException(fault, isTransient: false, isAmbiguous: _isInDoubt)
            : null;
    }

    private BatchFate FindFate(bool isLast)
    {
        // The batch of a second sending is stored anyhow, so that looking for it would answer nothing, and erasing what is stored
        // in part would erase what was acknowledged.
        var fate = _work.Recover(_isInDoubt && Repeats is not { IsUnderWay: true }, isLast);

        // An absent transaction stays absent. Rows of an idempotent writer may be stored in part or still be in flight.
        _isInDoubt &= _writer!.IsIdempotent;
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

    private static BatchWriteException LostRace() =>
        new("Another client changed the record.", isTransient: true, isAmbiguous: false) { IsConflict = true };
}
