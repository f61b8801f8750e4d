using System.Diagnostics;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>An ingestion spread over source processes, one a group of sources.</summary>
internal sealed class ProcessRun : IIngestRun
{
    /// <summary>How far ahead the common start is: time enough for the message to reach every process.</summary>
    private static readonly TimeSpan StartAhead = TimeSpan.FromMilliseconds(50);

    private readonly IReadOnlyList<WorkerProcess> _workers;
    private readonly IngestRequest _request;
    private readonly Action _release;
    private readonly CancellationToken _cancellation;
    private readonly CancellationTokenRegistration _registration;
    private readonly WorkerState[] _states;
    private string? _cause;

    public ProcessRun(IReadOnlyList<WorkerProcess> workers, IngestRequest request, Action release, CancellationToken cancellation)
    {
        _workers = workers;
        _request = request;
        _release = release;
        _states = new WorkerState[workers.Count];
        _cancellation = cancellation;
        _registration = cancellation.Register(StopAll);
    }

    private enum WorkerState
    {
        Idle,
        Open,
        Started,
    }

    /// <inheritdoc/>
    public long AcknowledgedRecords => _workers.Sum(w => w.AcknowledgedRecords);

    /// <inheritdoc/>
    public IReadOnlyList<int> ClientProcesses => [.. _workers.Select(w => w.Id)];

    /// <summary>Has every process open its sources and writers.</summary>
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
                failure ??= failed;
            }
        }

        if (failure is not null)
        {
            throw new TargetException(failure.Message, isUnreachable: failure.IsUnreachable) { Details = failure.Details };
        }
    }

    /// <inheritdoc/>
    public long Start()
    {
        long start = Stopwatch.GetTimestamp() + (long)(StartAhead.TotalSeconds * Stopwatch.Frequency);
        for (int i = 0; i < _workers.Count; i++)
        {
            _states[i] = WorkerState.Started;
            TrySend(i, new StartAt(start));
        }

        if (_cancellation.IsCancellationRequested)
        {
            // The request came before there was anything to stop.
            StopAll();
        }

        // The caller reads clocks and counters when this returns: at the common start, not before.
        var ahead = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), start);
        if (ahead > TimeSpan.Zero)
        {
            Thread.Sleep(ahead);
        }

        return start;
    }

    /// <inheritdoc/>
    public IngestOutcome Wait()
    {
        var parts = OutcomesOf(Enumerable.Range(0, _workers.Count));
        if (_cancellation.IsCancellationRequested && _workers.Any(w => !w.IsUsable))
        {
            throw new LeftBehindException(_cancellation);
        }

        return IngestOutcome.Merge(parts) is var whole && _cause is null ? whole : whole with { Error = _cause };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose();
        var busy = Enumerable.Range(0, _workers.Count).Where(i => _states[i] != WorkerState.Idle).ToList();
        busy.ForEach(i => TrySend(i, new Stop()));
        OutcomesOf(busy);
        _release();
    }

    /// <summary>Listens to each process on a thread, so that a hung one is noticed while another still works.</summary>
    private IngestOutcome[] OutcomesOf(IEnumerable<int> indices)
    {
        var listeners = indices.Select(i =>
        {
            IngestOutcome? part = null;
            var thread = new Thread(() => part = OutcomeOf(i)) { IsBackground = true, Name = $"listener {i}" };
            thread.Start();
            return (Thread: thread, Part: new Func<IngestOutcome>(() => part!));
        }).ToList();
        listeners.ForEach(l => l.Thread.Join());
        return [.. listeners.Select(l => l.Part())];
    }

    private IngestOutcome OutcomeOf(int index)
    {
        try
        {
            var message = _workers[index].Receive(_cancellation);

            // It was told to stop before it was let go, or after its last word had been sent.
            while (message is Ready)
            {
                message = _workers[index].Receive(_cancellation);
            }

            _states[index] = WorkerState.Idle;
            var outcome = message switch
            {
                Finished finished => finished.Outcome,
                Failed failed => Unknown(index, failed.Message) with { ErrorDetails = failed.Details },
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

    private IngestOutcome Unknown(int index, string error) => IngestOutcome.Unknown(
        _request.Layout.Processes.Take(index).Sum(), _request.Layout.Processes[index], _request.RecordsPerSource, error);

    /// <summary>One lost batch makes the trial incomplete: the others need not go on. The first failure is the cause.</summary>
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
                TrySend(i, new Stop());
            }
        }
    }

    /// <summary>What cannot be said to a lost process is noticed when it is listened to.</summary>
    private void TrySend(int index, WorkerMessage message)
    {
        try
        {
            _workers[index].Send(message);
        }
        catch (WorkerException)
        {
            // See above.
        }
    }
}
