using System.Diagnostics;
using System.Runtime;
using System.Runtime.ExceptionServices;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Runs the lanes of one process, one thread per lane or as many as <c>--client-threads</c> says, from opening the writers over
/// the common start to the last acknowledgement. The first failure stops all lanes, and a lane whose client hangs beyond its
/// timeouts is left behind. <see cref="IngestPipeline"/> creates one per ingestion, also of a load or a warm-up.
/// <c>SourceProcess</c>, or the caller of <see cref="IIngestEngine.Open"/>, starts it once, waits for it and disposes it, which
/// ends lanes that never started.
/// </summary>
public sealed class LocalIngestRun : IIngestRun
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);

    // How long clients may take to give up once they are told to. A client that can be interrupted does so at once.
    private static readonly TimeSpan CutGrace = TimeSpan.FromSeconds(2);

    private readonly ITarget _target;
    private readonly int _lanesPerSource;
    private readonly CancellationToken _abandonment;
    private readonly CancellationTokenSource _stop;
    private readonly CancellationTokenSource _writers;
    private readonly TimeSpan _longestAttempt;
    private readonly SourceCursor[] _cursors;
    private readonly IngestLane[] _lanes;
    private readonly ILaneWork[] _works;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly StartSignal _signal;
    private readonly Probes _probes;
    private Exception? _failure;
    private long _allocatedBefore;
    private int _collectionsBefore;
    private long _methodsBefore;
    private int _running;
    private bool _started;

    // True if the run is disposed before its start, so that no lane may write.
    private volatile bool _abandoned;

    // True once the run no longer waits for lanes, because a client does not even end when it is told to.
    private bool _isStuck;

    internal LocalIngestRun(
        IngestRequest request, ITarget target, IWorkload workload, int firstSource, int sources, CancellationToken cancellation,
        Action<Thread>? start = null)
    {
        _target = target;
        var point = request.Point;
        _lanesPerSource = point.InFlight;
        _abandonment = cancellation;
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        _writers = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        _longestAttempt = request.LongestAttempt;
        _cursors = new SourceCursor[sources];
        _lanes = new IngestLane[sources * _lanesPerSource];
        _probes = new Probes(request, target, workload, firstSource, sources, AcknowledgedBefore);
        _signal = new StartSignal(_lanes.Length + _probes.Count);
        _works = new ILaneWork[_lanes.Length];
        for (int i = 0; i < _lanes.Length; i++)
        {
            int index = i / _lanesPerSource;
            int source = firstSource + index;
            int number = i % _lanesPerSource;
            var cursor = _cursors[index] ??= LaneFactory.CursorOf(request, source, _probes.Addition);
            var work = _works[i] = LaneFactory.WorkOf(request, workload, source, number, cursor);
            var retry = LaneFactory.RetryOf(request, source, number);
            _lanes[i] = new IngestLane(target, workload, source, cursor, work, retry)
            {
                Grace = IngestLane.FaultGrace + request.Outage,
                NextAcknowledgement = _probes.NextAcknowledgement,
                Timeline = AckTimeline.For(request),
                Repeats = request.RepeatsOf(source) is { } schedule ? new LaneRepeats(schedule) : null,
            };
        }

        var groups = LaneGroup.Divide(_lanes, point.ClientThreads);
        _running = groups.Length;
        foreach (var group in groups)
        {
            string name = FormattableString.Invariant($"source {group[0].Source}");
            BackgroundThread.Start(name, lack => RunLanes(group, isGroup: point.ClientThreads is not null, lack), start);
        }

        _probes.Begin(_signal, Fail, _writers.Token);
    }

    /// <inheritdoc/>
    public long AcknowledgedRecords => _lanes.Sum(lane => lane.Acknowledged);

    /// <inheritdoc/>
    public IReadOnlyList<int> ClientProcesses { get; } = [Environment.ProcessId];

    /// <summary>Reads the counters and histograms of all lanes while they write. Takes no lock that a closed loop uses.</summary>
    public IngestSnapshot Snapshot()
    {
        long now = Stopwatch.GetTimestamp() - _signal.Timestamp;
        bool isPaced = _lanes[0].Response is not null;
        var latency = new LatencyHistogram();
        foreach (var lane in _lanes)
        {
            latency.MergeRunning(lane.Response ?? lane.Latency);
        }

        return new IngestSnapshot
        {
            AcknowledgedRecords = AcknowledgedRecords,
            Retries = _lanes.Sum(l => l.Retries),
            BacklogBatches = isPaced ? _cursors.Sum(c => c.Backlog(now)) : null,
            Latency = latency,
        };
    }

    /// <inheritdoc/>
    public long Start()
    {
        long now = Stopwatch.GetTimestamp();
        StartAt(now);
        return now;
    }

    /// <summary>Starts all lanes at a moment that several source processes agreed on.</summary>
    /// <param name="timestamp">The moment in ticks of <see cref="Stopwatch.GetTimestamp"/>, now or shortly ahead.</param>
    public void StartAt(long timestamp)
    {
        _started = true;
        _allocatedBefore = GC.GetTotalAllocatedBytes();
        _collectionsBefore = GC.CollectionCount(0);
        _methodsBefore = JitInfo.GetCompiledMethodCount();
        _signal.Go(timestamp);
    }

    /// <summary>
    /// Stops each lane before its next batch. Batches being written are completed. An addition of values under way is given up.
    /// A source process calls it when its parent says that the trial ends early.
    /// </summary>
    public void Stop()
    {
        _stop.Cancel();
        _probes.CutAddition();
    }

    /// <inheritdoc/>
    public IngestOutcome Wait()
    {
        if (!Join() && !_isStuck)
        {
            throw new LeftBehindException(_abandonment);
        }

        long allocated = GC.GetTotalAllocatedBytes() - _allocatedBefore;
        int collections = GC.CollectionCount(0) - _collectionsBefore;
        long methods = JitInfo.GetCompiledMethodCount();
        long now = Stopwatch.GetTimestamp() - _signal.Timestamp;
        var mix = MixOutcome.Merge([.. _lanes.Select(l => l.Mix).OfType<MixOutcome>()]);
        mix = mix is not null && SharedKeysWork.LogOf(_works, _signal.Timestamp) is { } log ? mix with { Shared = [log] } : mix;
        var (freshness, queries, addition) = _probes.End(_writers);
        var failure = _failure is OperationCanceledException or null ? null : TargetGuard.Of(_failure, "written to");
        return new IngestOutcome
        {
            Sources = [.. Enumerable.Range(0, _cursors.Length).Select(index => LaneFactory.OutcomeOf(
                _lanes.AsSpan(index * _lanesPerSource, _lanesPerSource).ToArray(), _cursors[index], _signal.Timestamp))],
            Unacknowledged = [.. _cursors.Select(c => c.Unacknowledged())],
            Latency = LatencyHistogram.Merged(_lanes.Select(l => l.Latency)),
            Mix = mix,
            OpenLoop = _lanes[0].Response is null
                ? null
                : new OpenLoopOutcome
                {
                    Response = LatencyHistogram.Merged(_lanes.Select(l => l.Response!)),
                    LargestBacklogBatches = _cursors.Sum(c => c.LargestBacklog),
                    LastBacklogBatches = _cursors.Sum(c => c.Backlog(now)),
                },
            Repeats = RepeatOutcome.Of([.. _lanes.Select(l => l.Repeats).OfType<LaneRepeats>()], _lanesPerSource),
            Freshness = freshness,
            Queries = queries,
            Addition = addition is null ? null : addition with { Records = _cursors.Sum(c => c.WholeRecords) },
            Course = AckCourse.Of([.. _lanes.Select(l => l.Timeline).OfType<AckTimeline>()]),
            AcknowledgedRecords = mix?.InsertedRecords ?? AcknowledgedRecords,
            RetriedRecords = mix is null ? _lanes.Sum(l => l.Retried) : 0,
            FailedRecords = mix is null ? _lanes.Sum(l => l.Failed) : 0,
            Retries = _lanes.Sum(l => l.Retries),
            Conflicts = _lanes.Sum(l => l.Conflicts),
            ResolvedBatches = _lanes.Sum(l => l.ResolvedBatches),
            AllocatedBytes = allocated,
            Collections = collections,
            CompiledMethods = methods - _methodsBefore,
            CompiledMethodsInAll = methods,
            Error = failure?.Message ?? (_stop.IsCancellationRequested ? "The ingestion was interrupted." : null),
            ErrorDetails = failure?.Details,
        };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Cancel();
        if (!_started)
        {
            _abandoned = true;
            _signal.Go(Stopwatch.GetTimestamp());
        }

        if (!Join())
        {
            // A lane still waits for its database and uses its resources. Both end with the process.
            return;
        }

        _probes.Dispose();
        Array.ForEach(_lanes, lane => lane.Dispose());
        Array.ForEach(_works, work => (work as IDisposable)?.Dispose());
        _signal.Dispose();
        _stop.Dispose();
        if (!_writers.IsCancellationRequested)
        {
            // Else clients may still be told to give up.
            _writers.Dispose();
        }
    }

    /// <summary>True if a lane was abandoned while it waited for its database.</summary>
    internal bool IsLeftBehind { get; private set; }

    internal void WaitReady()
    {
        while (!_signal.WaitReady(LookInterval, _abandonment))
        {
            if (Stuck() is { } why)
            {
                Cut(why);
                _isStuck = !_signal.WaitReady(CutGrace, _abandonment);
                break;
            }
        }

        if (_failure is { } failure)
        {
            throw TargetGuard.Of(failure, "opening a writer");
        }
    }

    /// <summary>
    /// Returns the sequence number before which every record that a source sends in the trial is acknowledged. The lanes of a
    /// source take turns in order, so none works on a turn before the earliest of their latest turns. Probes call it.
    /// </summary>
    /// <param name="index">Index of the source in this process.</param>
    private long AcknowledgedBefore(int index) =>
        _lanes.Skip(index * _lanesPerSource).Take(_lanesPerSource).Min(lane => lane.Taken);

    /// <summary>
    /// Waits until all lanes ended. After an abandonment, waits for <see cref="Interruptible.Grace"/> once and then no more.
    /// </summary>
    /// <returns>True if all lanes ended.</returns>
    private bool Join()
    {
        if (_isStuck)
        {
            return _ended.Task.IsCompleted;
        }

        var ended = ((IAsyncResult)_ended.Task).AsyncWaitHandle;
        while (WaitHandle.WaitAny([ended, _abandonment.WaitHandle], LookInterval) == WaitHandle.WaitTimeout)
        {
            if (Stuck() is { } why && !IsCutOff(why, ended))
            {
                return false;
            }
        }

        var grace = IsLeftBehind ? TimeSpan.Zero : Interruptible.Grace;
        IsLeftBehind = !Interruptible.Ends(_ended.Task, grace, _abandonment);
        return !IsLeftBehind;
    }

    /// <summary>
    /// Says why the run must not wait any longer: a lane has waited for its writer longer than any client's timeouts allow, or
    /// longer than its grace for a server that has failed, or a probe does not open its connection.
    /// </summary>
    /// <returns>A sentence. Null while the run may go on waiting.</returns>
    private string? Stuck()
    {
        var waited = TimeSpan.Zero;
        int source = 0;
        foreach (var lane in _lanes)
        {
            if (lane.WaitingSince is not 0 and var since && Stopwatch.GetElapsedTime(since) is var elapsed && elapsed > waited)
            {
                (waited, source) = (elapsed, lane.Source);
            }
        }

        return waited > _longestAttempt
            ? FormattableString.Invariant(
                $"The database did not finish with a request of source {source} within {_longestAttempt.TotalSeconds:0} s, though it may have sent something now and then: it is not waited for. Where requests take as long, give a longer --request-timeout.")
            : waited > _lanes[0].Grace ? _target.ServerFault
            : _probes.Stuck(_longestAttempt);
    }

    /// <summary>Fails the trial, stops the lanes and tells the clients to give up. Does not wait for them.</summary>
    private void Cut(string why)
    {
        Interlocked.CompareExchange(ref _failure, new TargetException(why), null);
        _stop.Cancel();

        // Not on this thread: a client may wait for the network when it is told.
        _ = _writers.CancelAsync();
    }

    /// <summary>Makes the clients give up, and leaves lanes behind whose client does not.</summary>
    /// <returns>True if all lanes ended within <see cref="CutGrace"/>.</returns>
    private bool IsCutOff(string why, WaitHandle ended)
    {
        Cut(why);
        if (ended.WaitOne(CutGrace))
        {
            return true;
        }

        _isStuck = true;
        foreach (var lane in _lanes.Where(lane => lane.IsUnderWay))
        {
            lane.GiveUp();
        }

        return false;
    }

    /// <summary>Opens the lanes of a thread, waits for the common start and runs them to their end.</summary>
    /// <param name="lanes">The lanes: one, or a group.</param>
    /// <param name="isGroup">True if the thread serves its lanes by turns.</param>
    /// <param name="lack">Why the lanes have no thread, which fails the trial. Null if they have one.</param>
    private void RunLanes(IngestLane[] lanes, bool isGroup, OutOfMemoryException? lack)
    {
        int ready = 0;
        try
        {
            if (lack is not null)
            {
                ExceptionDispatchInfo.Throw(lack);
            }

            foreach (var lane in lanes)
            {
                lane.Open(_writers.Token);
                ready++;
                _signal.Ready();
            }

            _signal.WaitStart();
            if (_abandoned)
            {
                return;
            }

            if (isGroup)
            {
                new LaneGroup(lanes, Fail).Ingest(_signal.Timestamp, _stop.Token);
            }
            else
            {
                lanes[0].Ingest(_signal.Timestamp, _stop.Token);
            }
        }
        catch (Exception exception)
        {
            Fail(exception);
            for (; ready < lanes.Length; ready++)
            {
                _signal.Ready();
            }
        }
        finally
        {
            if (Interlocked.Decrement(ref _running) == 0)
            {
                _probes.Stop();
                _ended.SetResult();
            }
        }
    }

    /// <summary>
    /// One lost batch makes the trial incomplete, so the other sources stop too. The trial reports the first failure.
    /// </summary>
    private void Fail(Exception exception)
    {
        Interlocked.CompareExchange(ref _failure, exception, null);
        _stop.Cancel();
    }
}
