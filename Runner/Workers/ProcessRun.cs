using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>
/// An ingestion in source processes, one per group of the layout. <see cref="ProcessEngine"/> creates one per trial, and the
/// trial disposes it, which returns the processes to the pool. Between the common start and the end it sends only stops. One lost
/// batch or process makes the trial incomplete and stops all processes. Stops come from any thread.
/// </summary>
internal sealed class ProcessRun : IIngestRun
{
    /// <summary>Shortest time from sending the start message to the start, so that the message reaches every process.</summary>
    private static readonly TimeSpan StartAhead = TimeSpan.FromMilliseconds(50);

    private readonly IReadOnlyList<WorkerProcess> _workers;
    private readonly IngestRequest _request;
    private readonly Action _release;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _registration;
    private readonly WorkerState[] _states;
    private readonly ClockEstimate?[] _clocks;
    private string? _cause;

    public ProcessRun(IReadOnlyList<WorkerProcess> workers, IngestRequest request, Action release, CancellationToken cancellation)
    {
        _workers = workers;
        _request = request;
        _release = release;
        _states = new WorkerState[workers.Count];
        _clocks = new ClockEstimate?[workers.Count];
        _cancellation = cancellation;
        _registration = cancellation.Register(StopAll);
    }

    private enum WorkerState
    {
        Idle,
        Open,
        Started,
    }

    /// <summary>The sum of the latest heartbeats, up to 0.25 s old.</summary>
    public long AcknowledgedRecords => _workers.Sum(w => w.AcknowledgedRecords);

    /// <summary>The sum of the latest snapshots, up to a second old, with the count of the latest heartbeats.</summary>
    public IngestSnapshot Snapshot() =>
        IngestSnapshot.Sum([.. _workers.Select(w => w.Snapshot)]) with { AcknowledgedRecords = AcknowledgedRecords };

    /// <inheritdoc/>
    public IReadOnlyList<int> ClientProcesses => [.. _workers.Where(w => w.Host is null).Select(w => w.Id)];

    /// <inheritdoc/>
    public IReadOnlyList<IResourceReader> OpenReaders() =>
    [
        .. ClientProcesses.Count > 0 ? [new LocalProcesses(() => ClientProcesses, proportional: ClientProcesses.Count > 1)]
            : Array.Empty<IResourceReader>(),
        .. _workers.Where(w => w.Host is not null).GroupBy(w => w.Host, StringComparer.Ordinal)
            .Select(host => new HostReader([.. host])),
    ];

    /// <summary>Lets every process open its sources and writers, waits for all, and reads the clocks of hosts.</summary>
    /// <exception cref="TargetException">A writer could not be opened.</exception>
    /// <exception cref="WorkerException">A process failed.</exception>
    public void WaitReady(IReadOnlyList<OpenTask> tasks)
    {
        for (int i = 0; i < _workers.Count; i++)
        {
            _workers[i].Send(tasks[i]);
            _states[i] = WorkerState.Open;
        }

        Failed? failure = null;
        for (int i = 0; i < _workers.Count; i++)
        {
            if (_workers[i].Receive(_cancellation) is Failed failed)
            {
                _states[i] = WorkerState.Idle;
                failure ??= failed with { Message = _workers[i].Said(failed.Message) };
            }
        }

        if (failure is not null)
        {
            throw new TargetException(failure.Message, isUnreachable: failure.IsUnreachable) { Details = failure.Details };
        }

        for (int i = 0; i < _workers.Count; i++)
        {
            _clocks[i] = _workers[i].Host is null ? null : _workers[i].ReadClock(_cancellation);
        }
    }

    /// <inheritdoc/>
    public long Start()
    {
        // The error of a clock estimate is half a round trip, so eight errors leave the message four round trips to arrive.
        long ahead = Math.Max((long)(StartAhead.TotalSeconds * Stopwatch.Frequency), 8 * _clocks.Max(clock => clock?.Error ?? 0));
        long start = Stopwatch.GetTimestamp() + ahead;
        for (int i = 0; i < _workers.Count; i++)
        {
            _states[i] = WorkerState.Started;

            // The loss of a process is noticed when its answer is awaited.
            _workers[i].TrySend(new StartAt(start + (_clocks[i]?.Offset ?? 0)));
        }

        if (_cancellation.IsCancellationRequested)
        {
            // The cancellation may have come before the states were Started, when its callback stops no process.
            StopAll();
        }

        // The caller reads clocks and counters after this call, which must therefore return at the common start.
        var remaining = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), start);
        if (remaining > TimeSpan.Zero)
        {
            Thread.Sleep(remaining);
        }

        return start;
    }

    /// <inheritdoc/>
    public IngestOutcome Wait()
    {
        var parts = Listeners.Hear([.. Enumerable.Range(0, _workers.Count)], OutcomeOf);
        if (_workers.Any(w => w.IsLeftBehind))
        {
            throw new LeftBehindException(_cancellation);
        }

        return IngestOutcome.Merge(parts) is var whole && _cause is null ? whole : whole with { Error = _cause };
    }

    /// <inheritdoc/>
    public IngestOutcome Conclude(IngestOutcome outcome)
    {
        var hosts = Enumerable.Range(0, _workers.Count).Where(i => _clocks[i] is not null)
            .GroupBy(i => _workers[i].Host!, StringComparer.Ordinal)
            .Select(group => HostOf(group.Key, [.. group])).ToList();
        return hosts.Count == 0 ? outcome : WithClockErrors(outcome with { Hosts = hosts }, hosts);
    }

    /// <summary>
    /// Adds to the times of lanes on another host how far they may be wrong: the error of its clock and its drift in the trial.
    /// </summary>
    private IngestOutcome WithClockErrors(IngestOutcome outcome, IReadOnlyList<HostUse> hosts)
    {
        if (outcome.Mix is not { Shared.Count: > 0 } mix)
        {
            return outcome;
        }

        var errors = hosts.ToDictionary(host => host.Host, ClockErrorTicks, StringComparer.Ordinal);
        return outcome with
        {
            Mix = mix with
            {
                Shared = [.. mix.Shared.Select(log => WorkerOf(log.FirstSource).Host is { } host
                    ? log with { ClockErrorTicks = errors[host] } : log)],
            },
        };
    }

    /// <summary>
    /// Ticks by which times of lanes on a host may be wrong. Without a second reading of its clock they prove nothing against
    /// times of others, or the audit could accuse a right store of what the clock gained.
    /// </summary>
    /// <param name="host">The host.</param>
    internal static long ClockErrorTicks(HostUse host) => host is { ClockErrorAfterS: { } after, ClockDriftS: { } drift }
        ? (long)Math.Ceiling((Math.Max(host.ClockErrorS, after) + Math.Abs(drift)) * Stopwatch.Frequency)
        : SharedLog.UnknownClock;

    private WorkerProcess WorkerOf(int source)
    {
        int index = 0;
        for (int first = 0; (first += _request.Point.Sources.Processes[index]) <= source;)
        {
            index++;
        }

        return _workers[index];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose();
        var busy = Enumerable.Range(0, _workers.Count).Where(i => _states[i] != WorkerState.Idle).ToList();
        busy.ForEach(i => _workers[i].TrySend(new Stop()));
        Listeners.Hear(busy, OutcomeOf);
        _release();
    }

    private IngestOutcome OutcomeOf(int index)
    {
        try
        {
            var message = _workers[index].Receive(_cancellation);

            // A process that is stopped while it opens says first that it is ready.
            while (message is Ready)
            {
                message = _workers[index].Receive(_cancellation);
            }

            _states[index] = WorkerState.Idle;
            var outcome = message switch
            {
                Finished finished => finished.Outcome with { Error = _workers[index].Said(finished.Outcome.Error) },
                Failed failed => Unknown(index, _workers[index].Said(failed.Message)) with { ErrorDetails = failed.Details },
                _ => throw _workers[index].Fault("spoke out of turn"),
            };
            if (outcome.Error is not null)
            {
                EndAll(outcome.Error);
            }

            return outcome;
        }
        catch (WorkerException exception)
        {
            _states[index] = WorkerState.Idle;
            EndAll(exception.Message);
            return Unknown(index, exception.Message);
        }
    }

    /// <summary>Combines the clock estimates of a host's processes: the largest error and the largest drift count.</summary>
    private HostUse HostOf(string host, IReadOnlyList<int> processes)
    {
        ClockEstimate?[] after = [.. processes.Select(ReadClockAgain)];
        bool isKnown = after.All(clock => clock is not null);
        return new HostUse
        {
            Host = host,
            ClockOffsetS = Seconds(_clocks[processes[0]]!.Value.Offset),
            ClockErrorS = Seconds(processes.Max(i => _clocks[i]!.Value.Error)),
            ClockErrorAfterS = isKnown ? Seconds(after.Max(clock => clock!.Value.Error)) : null,
            ClockDriftS = isKnown ? processes.Select((i, place) => Seconds(after[place]!.Value.Offset - _clocks[i]!.Value.Offset))
                .MaxBy(Math.Abs) : null,
            CpuS = processes.All(i => _workers[i].Used is not null) ? processes.Sum(i => _workers[i].Used!.Value.CpuS) : null,
            Cores = _workers[processes[0]].Hello?.Environment.Cores,
            Machine = MachineOf([.. processes.Select(i => _workers[i])]),
        };
    }

    private ClockEstimate? ReadClockAgain(int index)
    {
        try
        {
            return _workers[index].IsUsable ? _workers[index].ReadClock(_cancellation) : null;
        }
        catch (WorkerException)
        {
            // The counts of its sources remain valid, but the drift of its clock is unknown.
            return null;
        }
    }

    /// <summary>
    /// Combines the use of a host by others: as its process saw it that ran longest, since that span contains what the other
    /// source processes used, which is subtracted.
    /// </summary>
    /// <param name="processes">All source processes of the host.</param>
    internal static MachineUse? MachineOf(IReadOnlyList<WorkerProcess> processes)
    {
        var last = processes.MaxBy(process => process.CapacityS)!;
        double siblings = processes.Where(process => process != last).Sum(process => process.Used?.CpuS ?? 0);
        return last.Machine is { OthersCpuShare: { } others } machine
            ? machine with { OthersCpuShare = Math.Max(0, others - (siblings / last.CapacityS)) }
            : last.Machine;
    }

    private static double Seconds(long ticks) => ticks / (double)Stopwatch.Frequency;

    private IngestOutcome Unknown(int index, string error) => IngestOutcome.Unknown(
        _request.Point.Sources.Processes.Take(index)
            .Sum(), _request.Point.Sources.Processes[index], _request, error);

    /// <summary>Stops all processes, since one lost batch makes the trial incomplete. Keeps the first cause.</summary>
    private void EndAll(string cause)
    {
        Interlocked.CompareExchange(ref _cause, cause, null);
        StopAll();
    }

    private void StopAll()
    {
        for (int i = 0; i < _workers.Count; i++)
        {
            if (_states[i] == WorkerState.Started)
            {
                _workers[i].TrySend(new Stop());
            }
        }
    }
}
