using System.Diagnostics;
using System.Threading.Channels;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Folders;
using DbIngest.Core.LateRecords;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using DbIngest.Core.Trials;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Workers;

/// <summary>
/// The child's end of a source process (verb <c>worker</c>): opens the sources that the parent assigns, starts at the agreed
/// moment, reports and repeats, until its input ends. <c>WorkerVerb</c> creates it. <see cref="WorkerProcess"/> is the parent's
/// end. If the input ends during a trial or audit, the parent is gone and the process exits at once. On another host it also
/// exits after 20 s without a message. Standard output carries messages only: nothing else may be printed there.
/// </summary>
internal sealed class SourceProcess(
    TextReader input,
    TextWriter output,
    Func<string, TargetDefinition> definitionOf,
    Func<WorkloadTask, IWorkload> openWorkload,
    Action<int> exit) : IDisposable
{
    private static readonly TimeSpan HeartbeatInterval = TimeSpan.FromMilliseconds(250);

    /// <summary>
    /// On another host, a parent that is silent for this long counts as gone, even if the link is still open. Shorter than the
    /// parent's own limit of 30 s: no source writes any more when the parent begins the next trial.
    /// </summary>
    private static readonly TimeSpan ParentSilenceLimit = TimeSpan.FromSeconds(20);

    /// <summary>In a watched trial, every fourth heartbeat carries a snapshot: one per second.</summary>
    private const int BeatsPerSnapshot = 4;

    private readonly Lock _writing = new();

    // Held from reading the use of this process to saying it: the reader is not thread-safe, and the parent takes the use that
    // it hears last.
    private readonly Lock _reading = new();
    private readonly Channel<WorkerMessage> _inbox = Channel.CreateUnbounded<WorkerMessage>();
    private readonly Dictionary<WorkloadTask, IWorkload> _workloads = [];
    private readonly Dictionary<IWorkload, ExpectedContent> _expected = [];
    private readonly StreamWorkloads _streams = new();
    private LocalIngestRun? _run;
    private IResourceReader? _reader;
    private OwnedFolder? _ownFolder;
    private long _lastHeard = Stopwatch.GetTimestamp();
    private volatile bool _isBusy;
    private volatile bool _isWatched;
    private int _beats;

    /// <summary>True if the parent runs on another host.</summary>
    public bool IsElsewhere { get; init; }

    /// <summary>Hashes of the files that it loads besides this program, by path.</summary>
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Ticks added to the clock that this process reports. For tests.</summary>
    public long ClockShift { get; init; }

    /// <summary>
    /// Brings the runtime to rest before a start. A simulation of many source processes in one runtime replaces it.
    /// </summary>
    public Action Quiet { get; init; } = QuietRuntime.Await;

    /// <summary>Describes its host. A simulation replaces it.</summary>
    public Func<EnvironmentInfo> Environs { get; init; } = static () =>
        EnvironmentCapture.Capture(Path.GetTempPath(), BuildStamp.Of(typeof(SourceProcess)));

    private long Now => Stopwatch.GetTimestamp() + ClockShift;

    /// <summary>Serves the parent until the input ends, on the calling thread.</summary>
    public void Serve()
    {
        if (IsElsewhere)
        {
            Say(new Hello(BuildIdentity.Own, Files, Stopwatch.Frequency, Environs()));
        }

        using var heartbeat = new Timer(_ => Beat(), null, HeartbeatInterval, HeartbeatInterval);
        new Thread(Listen) { IsBackground = true, Name = "parent" }.Start();
        while (NextMessage() is { } message)
        {
            // A stop that arrives after its trial ended by itself has no effect.
            if (message is OpenTask or AuditTask)
            {
                _isBusy = true;
                Say(message is AuditTask audit
                    ? Execute(audit.Ingested, (task, target, workload) => Audit(audit, target, workload))
                    : Execute((OpenTask)message, Ingest));
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

        RemoveOwnFolder();
    }

    /// <summary>Ends this process since its parent is gone: nothing else would remove the recording that it spooled.</summary>
    private void Leave()
    {
        RemoveOwnFolder();
        exit((int)ExitCode.Interrupted);
    }

    private void RemoveOwnFolder() => Interlocked.Exchange(ref _ownFolder, null)?.Dispose();

    private void Beat()
    {
        if (IsElsewhere && Stopwatch.GetElapsedTime(Volatile.Read(ref _lastHeard)) > ParentSilenceLimit)
        {
            Leave();
        }

        lock (_reading)
        {
            var run = Volatile.Read(ref _run);
            bool isDue = _isWatched && run is not null && ++_beats % BeatsPerSnapshot == 0;
            Say(new Heartbeat(run?.AcknowledgedRecords, Volatile.Read(ref _reader)?.Read(), isDue ? run!.Snapshot() : null));
        }
    }

    private WorkerMessage Execute(OpenTask task, Func<OpenTask, ITarget, IWorkload, WorkerMessage> work)
    {
        try
        {
            if (IsElsewhere)
            {
                task = Here(task);
            }

            var workload = WorkloadOf(task);
            CheckFacts(task, workload);
            using var target = Opened(task);
            target.Attach(task.Request.TableOf(workload.Schema));
            return work(task, target, workload);
        }
        catch (Exception exception) when (exception is ArgumentException or UsageException or IOException)
        {
            return new Failed(exception.Message, IsUnreachable: false);
        }
        catch (Exception exception)
        {
            var failure = TargetGuard.Of(exception, "opened, written to or read by a source process");
            return new Failed(failure.Message, failure.IsUnreachable, failure.Details);
        }
    }

    private ITarget Opened(OpenTask task)
    {
        var target = definitionOf(task.Database).Open(task.Options);
        return task.Service is null ? target
            : new ServiceClientTarget(target, task.Options.RequestTimeout) { Service = task.Service };
    }

    /// <summary>Gives a task a folder on this host for spooled recordings.</summary>
    private OpenTask Here(OpenTask task)
    {
        string folder = (_ownFolder ??= WorkFolder.OfSource()).Path;
        return task with
        {
            Options = task.Options with { WorkFolder = folder },
            Workload = task.Workload with { WorkFolder = folder }
        };
    }

    /// <summary>Checks that the recording at this host's path is the one that the parent reads.</summary>
    private static void CheckFacts(OpenTask task, IWorkload workload)
    {
        foreach (var (name, value) in task.Facts)
        {
            if (workload.Facts.GetValueOrDefault(name) is var own && own != value)
            {
                throw new UsageException(
                    $"--input: what this host has at {task.Workload.Input?.Path} is not what was read here: {name} is "
                    + $"{own ?? "not there"}, and {value} here.");
            }
        }
    }

    private WorkerMessage Ingest(OpenTask task, ITarget target, IWorkload workload)
    {
        IngestOutcome outcome;
        ResourceReading? used = null;
        MachineUse? machine = null;
        double capacityS = 0;
        using (var run =
            IngestPipeline.Open(task.Request, target, workload, task.FirstSource, task.Sources, CancellationToken.None))
        {
            Volatile.Write(ref _run, run);
            Quiet();
            Say(new Ready());
            if (NextMessage() is not StartAt start)
            {
                return new Failed("The source process was stopped before the start.", IsUnreachable: false);
            }

            // The readers open only now, because opening sources and reading clocks must not count as use of the ingestion.
            var reader = IsElsewhere ? new LocalProcesses(() => [Environment.ProcessId], proportional: false) : null;
            var others = IsElsewhere ? new MachineWatch() : null;
            Volatile.Write(ref _reader, reader);
            run.StartAt(start.Timestamp - ClockShift);
            _isWatched = task.IsWatched;
            using var watching = new CancellationTokenSource();
            var watch = WatchForStop(run.Stop, watching.Token);
            outcome = run.Wait();
            _isWatched = false;
            lock (_reading)
            {
                Volatile.Write(ref _reader, null);
                used = reader?.Read();
            }

            machine = others?.Since(used?.CpuS ?? 0);
            capacityS = others?.CapacityS ?? 0;
            watching.Cancel();
            watch.GetAwaiter().GetResult();
        }

        // The writers are closed now, so the database has everything that they buffered.
        Volatile.Write(ref _run, null);
        return new Finished(outcome, used, machine, capacityS);
    }

    /// <summary>Audits the share of this process, until the parent stops it.</summary>
    private WorkerMessage Audit(AuditTask task, ITarget target, IWorkload workload)
    {
        if (!_expected.TryGetValue(workload, out var expected))
        {
            _expected.Add(workload, expected = new ExpectedContent(workload));
        }

        using var stopping = new CancellationTokenSource();
        using var watching = new CancellationTokenSource();
        var watch = WatchForStop(stopping.Cancel, watching.Token);
        try
        {
            return new Audited(
                Auditor.Run(target, expected, workload.Schema.ValueCount, task.Extents(), stopping.Token, task.Share,
                task.Ingested.Request.RequestTimeout));
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            return new Failed("The audit was stopped.", IsUnreachable: false);
        }
        finally
        {
            watching.Cancel();
            watch.GetAwaiter().GetResult();
        }
    }

    private async Task WatchForStop(Action stop, CancellationToken watching)
    {
        try
        {
            await _inbox.Reader.WaitToReadAsync(watching).ConfigureAwait(false);
            stop();
        }
        catch (OperationCanceledException)
        {
            // The trial ended first.
        }
    }

    private IWorkload WorkloadOf(OpenTask task)
    {
        if (!_workloads.TryGetValue(task.Workload, out var workload))
        {
            _workloads.Add(task.Workload, workload = openWorkload(task.Workload));
        }

        return _streams.Of(workload, task.Request.Point, task.Workload.Seed, task.Workload.MaxRecordsPerSource);
    }

    private WorkerMessage? NextMessage() =>
        _inbox.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult() && _inbox.Reader.TryRead(out var message) ? message
            : null;

    private void Listen()
    {
        while (NextLine() is { } line)
        {
            long received = Now;
            Volatile.Write(ref _lastHeard, Stopwatch.GetTimestamp());
            switch (WorkerJson.Read(line))
            {
                case ClockQuestion:
                    Say(new ClockAnswer(received, Now));
                    break;
                case StillHere:
                    break;
                case var message:
                    _inbox.Writer.TryWrite(message);
                    break;
            }
        }

        if (_isBusy)
        {
            Leave();
        }

        _inbox.Writer.Complete();
    }

    private string? NextLine()
    {
        try
        {
            return input.ReadLine();
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            return null;
        }
    }

    private void Say(WorkerMessage message)
    {
        string line = WorkerJson.Write(message);
        try
        {
            lock (_writing)
            {
                output.WriteLine(line);
                output.Flush();
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // The output is closed, so the parent is gone.
            Leave();
        }
    }
}
