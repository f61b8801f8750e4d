using System.Diagnostics;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Freshness;
using DbIngest.Core.Latency;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Sends the batches or operations of one lane by one writer: it takes its next turn from the source's
/// <see cref="SourceCursor"/>, lets its <see cref="ILaneWork"/> fill it, waits until it is due in an open loop, sends it and
/// repeats. A turn that it gives up ends the lane and the trial. On this timed path it allocates nothing per record and shares
/// nothing with other sources. <see cref="LocalIngestRun"/> creates one per source and batch in flight, and calls it on a
/// separate thread or that of a <see cref="LaneGroup"/>.
/// </summary>
internal sealed class IngestLane : IDisposable
{
    /// <summary>How long a lane retries or waits for a batch after the server has failed for good.</summary>
    internal static readonly TimeSpan FaultGrace = TimeSpan.FromSeconds(10);

    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly SourceCursor _cursor;
    private readonly ILaneWork _work;
    private readonly TurnAttempts _attempts;
    private IBatchWriter? _writer;
    private IRecordSource? _records;
    private BatchTurn _turn;
    private long _firstSent;
    private long _acknowledged;
    private long _taken;
    private int _isFailureBooked;
    private CancellationToken _abandonment;
    private bool _isWhole;

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
        _attempts = new TurnAttempts(target, work, retry);
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
    public TimeSpan Grace
    {
        get => _attempts.Grace;
        init => _attempts.Grace = value;
    }

    /// <summary>When the lane's records were acknowledged. Null for a load.</summary>
    public AckTimeline? Timeline { get; init; }

    /// <summary>The batches that the lane sends twice. Null if it sends each once.</summary>
    public LaneRepeats? Repeats { get; init; }

    /// <summary>Where the lane offers its acknowledgements to a probe. Null without <c>--freshness</c>.</summary>
    public NextAcknowledgement? NextAcknowledgement { get; init; }

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
    public long Retries => _attempts.Retries;

    /// <summary>Attempts that lost a race against another client. They count neither as failures nor as retries.</summary>
    public long Conflicts => _attempts.Conflicts;

    public long ResolvedBatches => _attempts.ResolvedBatches;

    public long GeneratingTicks { get; private set; }

    public long WritingTicks { get; set; }

    /// <summary>
    /// When the lane began to wait for its writer, in ticks of <see cref="Stopwatch.GetTimestamp"/>. 0 while it does not wait.
    /// The thread that watches the lanes reads it.
    /// </summary>
    public long WaitingSince => _attempts.WaitingSince;

    /// <summary>True while a turn has neither been acknowledged nor given up. Any thread may read it.</summary>
    public bool IsUnderWay => _attempts.IsUnderWay;

    public long StartedTimestamp { get; private set; }

    public long FinishedTimestamp { get; private set; }

    /// <summary>Opens source and writer, before the timed region.</summary>
    /// <param name="abandonment">Cancels pending writes. Valid for the lifetime of the writer.</param>
    /// <exception cref="TargetException">The writer could not be opened, or cannot do the work.</exception>
    public void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        _isWhole = _workload.Schema.AddedCount == 0 || !_cursor.GetsValues;
        _records = _workload.Open(Source);
        OpenWriter();
    }

    /// <summary>Books the turn under way as failed: its writer does not come back, and the lane is left behind.</summary>
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
            Fill(turn, cancellation);
            long filled = Stopwatch.GetTimestamp();
            GeneratingTicks += filled - now;
            if (Response is not null && !TryAwait(start, turn, ref filled, cancellation))
            {
                return;
            }

            if (Conclude(turn, start, filled, isSent: false, cancellation, out now) && Repeats is not null && Repeats.Has(turn))
            {
                SendAgain(turn, ref now, cancellation);
            }
        }
    }

    /// <summary>
    /// Takes the next turn and sends its request, without waiting for the answer. Until <see cref="End"/>, the lane must not
    /// begin another turn. A <see cref="LaneGroup"/> calls both in place of <see cref="Ingest"/>, in a closed loop.
    /// </summary>
    /// <param name="start">The common start of all lanes in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Stops the lane before its next turn.</param>
    /// <returns>False if the schedule of the source has ended, or the lane was stopped.</returns>
    public bool Begin(long start, CancellationToken cancellation)
    {
        long now = Stopwatch.GetTimestamp();
        if (StartedTimestamp == 0)
        {
            StartedTimestamp = FinishedTimestamp = now;
        }

        if (cancellation.IsCancellationRequested || !_cursor.TryTake(now - start, out _turn))
        {
            return false;
        }

        Volatile.Write(ref _taken, _turn.First);
        Fill(_turn, cancellation);
        _firstSent = Stopwatch.GetTimestamp();
        GeneratingTicks += _firstSent - now;
        try
        {
            _attempts.SendFirst(_firstSent);
            return true;
        }
        catch
        {
            _attempts.EndWaiting();
            BookFailed(_turn);
            throw;
        }
    }

    /// <summary>
    /// Reads the answer to the request that <see cref="Begin"/> sent, and books the turn. Repeats the turn after a failure, which
    /// blocks the thread.
    /// </summary>
    /// <param name="start">The common start of all lanes in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Cancels a pause between attempts.</param>
    /// <exception cref="BatchWriteException">The turn was given up, so the trial cannot become complete.</exception>
    public void End(long start, CancellationToken cancellation) =>
        Conclude(_turn, start, _firstSent, isSent: true, cancellation, out _);

    /// <summary>The socket on which the answer to the request arrives. Null if <see cref="End"/> need not wait.</summary>
    public Socket? Answering => _attempts.Answering;

    /// <summary>True if the lane must not wait any longer for the answer to the request under way.</summary>
    public bool IsOverdue => _attempts.IsOverdue;

    public void Dispose()
    {
        _writer?.Dispose();
        _records?.Dispose();
    }

    /// <summary>Fills what a turn sends. The first turn with added values gets another writer before.</summary>
    private void Fill(BatchTurn turn, CancellationToken cancellation)
    {
        if (turn.IsWhole && !_isWhole)
        {
            OpenAnotherWriter(turn, cancellation);
        }

        try
        {
            _work.Fill(turn);
        }
        catch
        {
            // It was never sent, so the audit must not look for it.
            _work.Skip(turn);
            throw;
        }
    }

    /// <summary>
    /// Replaces the writer, which knows the values that the table had when it was opened. The lane waits for its database, so
    /// that the time, which callers count as generating, counts as writing. The turn is given up if the lane is left behind.
    /// </summary>
    private void OpenAnotherWriter(BatchTurn turn, CancellationToken cancellation)
    {
        (_isWhole, _turn) = (true, turn);
        long began = Stopwatch.GetTimestamp();
        try
        {
            _attempts.BeginWaiting();
            _writer!.Dispose();
            Repeated.Until(OpenWriter, Grace, cancellation);
        }
        catch
        {
            _attempts.EndWaiting();
            BookFailed(turn);
            throw;
        }

        long took = Stopwatch.GetTimestamp() - began;
        (GeneratingTicks, WritingTicks) = (GeneratingTicks - took, WritingTicks + took);
    }

    private void OpenWriter()
    {
        _attempts.BeginWaiting();
        try
        {
            _writer = _target.OpenWriter(Source, _abandonment);
        }
        finally
        {
            _attempts.EndWaiting();
        }

        _attempts.Open(_writer, _abandonment);
        _work.Open(_writer, _records!);
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
        Execute(turn, sent, isSent: false, cancellation);
        FinishedTimestamp = now = Stopwatch.GetTimestamp();
        WritingTicks += now - sent;
        Repeats.End(turn, _attempts.WasInDoubt);
    }

    /// <summary>Executes a turn and books it.</summary>
    /// <param name="turn">The turn.</param>
    /// <param name="start">The common start.</param>
    /// <param name="filled">When the turn was ready to be sent.</param>
    /// <param name="isSent">True if its request was sent already.</param>
    /// <param name="cancellation">Cancels a pause between attempts.</param>
    /// <param name="now">When the turn ended.</param>
    /// <returns>True if the turn was acknowledged. False if it was left out after conflicts.</returns>
    private bool Conclude(
        BatchTurn turn, long start, long filled, bool isSent, CancellationToken cancellation, out long now)
    {
        bool isAcknowledged = Execute(turn, filled, isSent, cancellation);
        now = Stopwatch.GetTimestamp();
        WritingTicks += now - filled;
        if (isAcknowledged)
        {
            FinishedTimestamp = now;
            Book(turn, start, filled, now);
        }

        return isAcknowledged;
    }

    /// <summary>Executes a turn. Books a turn that is given up as failed and throws.</summary>
    /// <returns>False if the turn was left out after conflicts.</returns>
    private bool Execute(BatchTurn turn, long now, bool isSent, CancellationToken cancellation)
    {
        _turn = turn;
        try
        {
            return _attempts.Execute(now, isSent, isSecondSending: Repeats is { IsUnderWay: true }, cancellation);
        }
        catch
        {
            BookFailed(turn);
            throw;
        }
    }

    /// <summary>
    /// Counts a turn that is given up. A second sending is only in doubt: its batch was acknowledged before. A lane ends with the
    /// turn that it gives up, so a second call is about the same turn: the lane was left behind, and its writer failed later.
    /// </summary>
    private void BookFailed(BatchTurn turn)
    {
        if (Interlocked.Exchange(ref _isFailureBooked, 1) != 0)
        {
            return;
        }

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
        _work.Acknowledged(new TurnTimes(sent, _attempts.Attempted, now, _attempts.WasInDoubt, service));
        if (_attempts.IsRetried)
        {
            Retried += turn.Count;
        }

        NextAcknowledgement?.Offer(Source, turn.First + turn.Count - 1, now);
        Timeline?.Add(now - start, turn.Count);
        Volatile.Write(ref _acknowledged, _acknowledged + turn.Count);
    }
}
