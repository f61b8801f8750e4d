using System.Collections.Concurrent;
using System.ComponentModel;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Workers;

/// <summary>
/// The parent's end of one source process. <see cref="SourceProcess"/> is the child's end. <see cref="WorkerPool"/> keeps it for
/// many trials, and <see cref="ProcessRun"/> and <see cref="SpreadAudit"/> exchange messages through it. After a fault it is
/// unusable and the process is killed: it never runs another trial.
/// </summary>
internal sealed class WorkerProcess : IDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>Interval of the messages that tell a process on another host that its parent lives.</summary>
    private static readonly TimeSpan StillHereInterval = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly TimeSpan _silenceLimit;
    private readonly BlockingCollection<WorkerMessage> _messages = [];
    private readonly ConcurrentQueue<string> _lastErrors = new();
    private readonly Lock _sending = new();
    private readonly BlockingCollection<(ClockAnswer Answer, long Heard)> _clockAnswers = [];
    private readonly ManualResetEventSlim _greeted = new();
    private bool _isGreeted;
    private readonly Timer? _stillHere;

    // Boxed: the thread that reads messages writes it while the sampler reads.
    private StrongBox<ResourceReading>? _used;
    private long _acknowledged;
    private long _lastHeard = Stopwatch.GetTimestamp();

    /// <summary>Starts a process.</summary>
    /// <param name="start">The command.</param>
    /// <param name="silenceLimit">The process counts as hung if it is silent for this long.</param>
    /// <param name="host">The host that it runs on. Null for this machine.</param>
    /// <exception cref="WorkerException">The command does not exist.</exception>
    public WorkerProcess(ProcessStartInfo start, TimeSpan silenceLimit, string? host = null)
    {
        _silenceLimit = silenceLimit;
        Host = host;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        string program = start.FileName;
        if (host is not null)
        {
            // Ctrl-C would end the launcher, and with it the trial's processes before they say what they have written. Source
            // processes of this machine ignore it by themselves.
            start.InOwnSession();
        }

        try
        {
            _process = Process.Start(start.WithoutPasswords())!;
        }
        catch (Win32Exception exception)
        {
            throw new WorkerException($"A source process{Place} cannot be started by {program}: {exception.Message}.");
        }

        _process.ErrorDataReceived += (_, line) => KeepError(line.Data);
        _process.BeginErrorReadLine();
        new Thread(ReadMessages) { IsBackground = true, Name = $"worker {_process.Id}" }.Start();
        _stillHere = host is null ? null : new Timer(_ => TrySend(new StillHere()), null, StillHereInterval, StillHereInterval);
    }

    /// <summary>The host of the process. Null for this machine.</summary>
    public string? Host { get; }

    /// <summary>Build and host of the process. Null on this machine, and until <see cref="Greet"/> returned.</summary>
    public Hello? Hello { get; private set; }

    /// <summary>Resource use of the process in the current trial. Null on this machine, and until its first heartbeat.</summary>
    public ResourceReading? Used => Volatile.Read(ref _used)?.Value;

    /// <summary>Use of the host by other programs in the last trial. Null on this machine, and while a trial runs.</summary>
    public MachineUse? Machine { get; private set; }

    /// <summary>CPU seconds that the host had in the span of <see cref="Machine"/>. 0 without it.</summary>
    public double CapacityS { get; private set; }

    /// <summary>State of its ingestion in the current trial, up to a second old. Null if the trial is not watched.</summary>
    public IngestSnapshot? Snapshot { get; private set; }

    /// <summary>Process id of the child, or of the launcher for a process on another host.</summary>
    public int Id => _process.Id;

    /// <summary>
    /// Records acknowledged in the current trial as of the last heartbeat, or of the last outcome until the next trial is ready.
    /// Never decreases within a trial.
    /// </summary>
    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    /// <summary>True if the process can run another trial.</summary>
    public bool IsUsable { get; private set; } = true;

    /// <summary>True if the process was killed since it did not stop when it was told to: a database may not answer it.</summary>
    public bool IsLeftBehind { get; private set; }

    /// <summary>True if the process runs and has been heard of lately. An idle process sends heartbeats too.</summary>
    public bool IsAlive => !_messages.IsAddingCompleted && !_process.HasExited
        && Stopwatch.GetElapsedTime(Volatile.Read(ref _lastHeard)) <= _silenceLimit;

    /// <summary>Puts the host before a text of this process, if it runs on another host.</summary>
    [return: NotNullIfNotNull(nameof(text))]
    public string? Said(string? text) => Host is null || text is null ? text : $"{Host}: {text}";

    private string Place => Host is null ? string.Empty : $" on {Host}";

    /// <summary>Waits for the first message of a process on another host.</summary>
    /// <param name="files">Hashes of the files that it must have besides the build, by path.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="WorkerException">
    /// The process does not start, is another build, has other files, or its clock has other ticks.
    /// </exception>
    /// <exception cref="OperationCanceledException">The wait was cancelled. A later call waits again.</exception>
    public void Greet(IReadOnlyDictionary<string, string> files, CancellationToken cancellation)
    {
        if (Host is null || _isGreeted)
        {
            return;
        }

        if (!_greeted.Wait(_silenceLimit, cancellation))
        {
            throw Fault(string.Create(CultureInfo.InvariantCulture,
                $"was silent for {_silenceLimit.TotalSeconds:0} s after its start and was stopped"));
        }

        var hello = Hello ?? throw Ended("has ended before it said what it is");
        if (hello.Build != BuildIdentity.Own)
        {
            throw Fault($"is of another build of this program ({hello.Build}, and {BuildIdentity.Own} here): let it be copied "
                + $"there by --host-program copy, or copy this program's folder and name it by --host-program");
        }

        if (LoadedFiles.Difference(files, hello.Files) is { } difference)
        {
            throw Fault($"{difference}: copy the file from this machine to the same path there");
        }

        if (hello.TicksPerS != Stopwatch.Frequency)
        {
            throw Fault(FormattableString.Invariant(
                $"has a clock of {hello.TicksPerS:N0} ticks a second, and this machine one of {Stopwatch.Frequency:N0}: they cannot be read as one"));
        }

        _isGreeted = true;
    }

    /// <summary>Estimates the clock of a process on another host by several round trips. Never called during a trial.</summary>
    /// <param name="cancellation">Ends the wait. The process may then run no further trial.</param>
    /// <exception cref="WorkerException">The process does not answer.</exception>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    public ClockEstimate ReadClock(CancellationToken cancellation)
    {
        var exchanges = new ClockExchange[ClockEstimate.Exchanges];
        for (int i = 0; i < exchanges.Length; i++)
        {
            long asked = Stopwatch.GetTimestamp();
            Send(new ClockQuestion());
            if (!_clockAnswers.TryTake(out var answer, (int)_silenceLimit.TotalMilliseconds, cancellation))
            {
                throw Fault("does not say what its clock shows");
            }

            exchanges[i] = new ClockExchange(asked, answer.Answer.Received, answer.Answer.Answered, answer.Heard);
        }

        return ClockEstimate.Of(exchanges);
    }

    /// <summary>Sends a message.</summary>
    /// <exception cref="WorkerException">The process is gone.</exception>
    public void Send(WorkerMessage message)
    {
        if (!TrySend(message))
        {
            throw Ended("has ended");
        }
    }

    /// <summary>
    /// Waits for the next message other than a greeting, a heartbeat or an answer about the clock. Every message, also these,
    /// shows that the process is alive.
    /// </summary>
    /// <param name="abandonment">If cancelled, the process has 0.4 s left to answer and is then killed.</param>
    /// <exception cref="WorkerException">The process ended, hung or broke the protocol.</exception>
    public WorkerMessage Receive(CancellationToken abandonment)
    {
        while (!_messages.IsCompleted)
        {
            if (TryTake(out var message, abandonment))
            {
                return message;
            }

            // A process whose output has ended is not waited for any more: the exit code explains its end.
            if (abandonment.IsCancellationRequested && !_messages.IsCompleted)
            {
                IsLeftBehind = true;
                throw Fault("did not stop when it was told to, and was killed");
            }

            if (Stopwatch.GetElapsedTime(Volatile.Read(ref _lastHeard)) > _silenceLimit)
            {
                throw Fault(string.Create(CultureInfo.InvariantCulture,
                    $"was silent for {_silenceLimit.TotalSeconds:0} s and was stopped"));
            }
        }

        throw Ended("has ended");
    }

    /// <summary>Waits up to a second for a process whose output ended, because its exit code explains the end.</summary>
    private WorkerException Ended(string what)
    {
        _process.WaitForExit(TimeSpan.FromSeconds(1));
        return Fault(what);
    }

    /// <summary>Kills a process that ended, hung or broke the protocol, for good. Returns the exception to throw.</summary>
    public WorkerException Fault(string what)
    {
        IsUsable = false;

        // The exit code of a process that is killed here does not explain anything.
        bool hasExited = _process.HasExited;
        Kill();
        string exit = hasExited ? string.Create(CultureInfo.InvariantCulture, $" (exit code {_process.ExitCode})") : string.Empty;
        string errors = _lastErrors.IsEmpty ? string.Empty : ": " + string.Join(' ', _lastErrors).TrimEnd('.');
        return new WorkerException($"A source process{Place} {what}{exit}{errors}.");
    }

    /// <summary>
    /// Closes the input of the process, which ends it. Kills it if it still runs after 5 s, and a launcher at once that has not
    /// reached its host: it reads no input.
    /// </summary>
    public void Dispose()
    {
        IsUsable = false;
        _stillHere?.Dispose();
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has already ended.
        }

        bool isReached = Host is null || Hello is not null;
        if (!isReached || !_process.WaitForExit(TimeSpan.FromSeconds(5)))
        {
            Kill();
        }

        _process.Dispose();
    }

    /// <summary>Sends a message if the process still runs. Any thread may call it.</summary>
    /// <param name="message">The message.</param>
    /// <returns>True if the message was sent.</returns>
    public bool TrySend(WorkerMessage message)
    {
        lock (_sending)
        {
            try
            {
                _process.StandardInput.WriteLine(WorkerJson.Write(message));
                _process.StandardInput.Flush();
                return true;
            }
            catch (Exception exception) when (exception is IOException or ObjectDisposedException or InvalidOperationException)
            {
                return false;
            }
        }
    }

    private bool TryTake([NotNullWhen(true)] out WorkerMessage? message, CancellationToken abandonment)
    {
        try
        {
            return _messages.TryTake(out message, (int)PollInterval.TotalMilliseconds, abandonment);
        }
        catch (OperationCanceledException)
        {
            return _messages.TryTake(out message, Interruptible.Grace);
        }
    }

    private void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit(TimeSpan.FromSeconds(5));
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It has just ended by itself, or belongs to another account, as one that sudo starts: the end of its input ends it.
        }
    }

    private void ReadMessages()
    {
        try
        {
            while (_process.StandardOutput.ReadLine() is { } line)
            {
                long heard = Stopwatch.GetTimestamp();
                var message = WorkerJson.Read(line);
                Volatile.Write(ref _lastHeard, heard);
                Volatile.Write(ref _acknowledged, Counted(message));
                Take(message, heard);
            }
        }
        catch (Exception exception) when (
            exception is IOException or ObjectDisposedException or JsonException or NotSupportedException)
        {
            // Its last messages are unreliable, so the trial becomes incomplete as if the process had ended.
            KeepError($"its output could not be read ({exception.Message})");
        }

        _messages.CompleteAdding();
        _clockAnswers.CompleteAdding();
        _greeted.Set();
    }

    private void Take(WorkerMessage message, long heard)
    {
        switch (message)
        {
            case Heartbeat heartbeat:
                Use(heartbeat.Used);
                Snapshot = heartbeat.Snapshot ?? Snapshot;
                return;
            case ClockAnswer answer:
                _clockAnswers.Add((answer, heard));
                return;
            case Hello hello:
                Hello = hello;
                _greeted.Set();
                return;
            case Ready:
                Volatile.Write(ref _used, null);
                (Machine, CapacityS, Snapshot) = (null, 0, null);
                break;
            case Finished finished:
                Use(finished.Used);
                (Machine, CapacityS) = (finished.Machine, finished.CapacityS);
                break;
        }

        _messages.Add(message);
    }

    private void Use(ResourceReading? used)
    {
        if (used is { } reading)
        {
            Volatile.Write(ref _used, new StrongBox<ResourceReading>(reading));
        }
    }

    /// <summary>Counts acknowledged records. A late heartbeat, or a heartbeat between trials, does not lower the count.</summary>
    private long Counted(WorkerMessage message) => message switch
    {
        Ready => 0,
        Heartbeat { AcknowledgedRecords: { } records } => Math.Max(records, _acknowledged),
        Finished finished => finished.Outcome.Acknowledged,
        _ => _acknowledged,
    };

    private void KeepError(string? line)
    {
        const int kept = 3;
        if (!string.IsNullOrWhiteSpace(line))
        {
            _lastErrors.Enqueue(line.Trim());
            if (_lastErrors.Count > kept)
            {
                _lastErrors.TryDequeue(out _);
            }
        }
    }
}
