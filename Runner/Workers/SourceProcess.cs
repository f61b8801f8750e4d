using System.Threading.Channels;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>
/// The child's end: opens what it is told to, starts at the moment it is told, and reports. One trial after another, until
/// its input ends; when that happens in the middle of a trial, its parent is gone and it ends at once.
/// </summary>
internal sealed class SourceProcess(
    TextReader input,
    TextWriter output,
    Func<string, TargetDefinition> definitionOf,
    Func<WorkloadTask, IWorkload> openWorkload,
    Action<int> exit) : IDisposable
{
    private static readonly TimeSpan HeartbeatInterval = TimeSpan.FromMilliseconds(250);

    private readonly Lock _writing = new();
    private readonly Channel<WorkerMessage> _inbox = Channel.CreateUnbounded<WorkerMessage>();
    private readonly Dictionary<WorkloadTask, IWorkload> _workloads = [];
    private LocalIngestRun? _run;
    private volatile bool _isBusy;

    /// <summary>Serves its parent.</summary>
    public void Serve()
    {
        using var heartbeat = new Timer(
            _ => Say(new Heartbeat(Volatile.Read(ref _run)?.AcknowledgedRecords)), null, HeartbeatInterval, HeartbeatInterval);
        new Thread(Listen) { IsBackground = true, Name = "parent" }.Start();
        while (NextMessage() is { } message)
        {
            // A stop can come late, for a trial that has ended by itself.
            if (message is OpenTask task)
            {
                _isBusy = true;
                Say(Execute(task));
                _isBusy = false;
            }
        }
    }

    public void Dispose()
    {
        foreach (var workload in _workloads.Values)
        {
            workload.Dispose();
        }
    }

    private WorkerMessage Execute(OpenTask task)
    {
        try
        {
            var workload = WorkloadOf(task.Workload);
            using var target = definitionOf(task.Database).Open(task.Options);
            target.Attach(task.Request.TableOf(workload.Schema));
            return Ingest(task, target, workload);
        }
        catch (Exception exception) when (exception is ArgumentException or UsageException or IOException)
        {
            return new Failed(exception.Message, IsUnreachable: false);
        }
        catch (Exception exception)
        {
            var failure = TargetGuard.Of(exception, "opened or written to by a source process");
            return new Failed(failure.Message, failure.IsUnreachable, failure.Details);
        }
    }

    private WorkerMessage Ingest(OpenTask task, ITarget target, IWorkload workload)
    {
        IngestOutcome outcome;
        using (var run = IngestPipeline.Open(task.Request, target, workload, task.FirstSource, task.Sources, CancellationToken.None))
        {
            Volatile.Write(ref _run, run);
            GC.Collect();
            Say(new Ready());
            if (NextMessage() is not StartAt start)
            {
                return new Failed("The source process was stopped before the start.", IsUnreachable: false);
            }

            run.StartAt(start.Timestamp);
            using var watching = new CancellationTokenSource();
            var watch = WatchForStop(run, watching.Token);
            outcome = run.Wait();
            watching.Cancel();
            watch.GetAwaiter().GetResult();
        }

        // Only now are the writers closed and everything they hold back is with the database.
        Volatile.Write(ref _run, null);
        return new Finished(outcome);
    }

    private async Task WatchForStop(LocalIngestRun run, CancellationToken watching)
    {
        try
        {
            await _inbox.Reader.WaitToReadAsync(watching).ConfigureAwait(false);
            run.Stop();
        }
        catch (OperationCanceledException)
        {
            // The trial ended first.
        }
    }

    private IWorkload WorkloadOf(WorkloadTask task)
    {
        if (!_workloads.TryGetValue(task, out var workload))
        {
            _workloads.Add(task, workload = openWorkload(task));
        }

        return workload;
    }

    private WorkerMessage? NextMessage() =>
        _inbox.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult() && _inbox.Reader.TryRead(out var message) ? message : null;

    private void Listen()
    {
        while (input.ReadLine() is { } line)
        {
            _inbox.Writer.TryWrite(WorkerJson.Read(line));
        }

        if (_isBusy)
        {
            exit((int)ExitCode.Interrupted);
        }

        _inbox.Writer.Complete();
    }

    private void Say(WorkerMessage message)
    {
        string line = WorkerJson.Write(message);
        lock (_writing)
        {
            output.WriteLine(line);
            output.Flush();
        }
    }
}
