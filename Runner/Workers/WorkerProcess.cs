using System.Collections.Concurrent;
using System.ComponentModel;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Measurement;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Workers;

/// <summary>The parent's end of one source process. It lives for many trials, so that only the first meets cold code.</summary>
internal sealed class WorkerProcess : IDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>A process on another host is told so often that its parent lives.</summary>
    private static readonly TimeSpan StillHereInterval = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly TimeSpan _silenceLimit;
    private readonly BlockingCollection<WorkerMessage> _messages = [];
    private readonly ConcurrentQueue<string> _lastErrors = new();
    private readonly Lock _sending = new();
    private readonly BlockingCollection<(ClockAnswer Answer, long Heard)> _clockAnswers = [];
    private readonly ManualResetEventSlim _greeted = new();
    private readonly Timer? _stillHere;
    private long _acknowledged;
    private long _lastHeard = Stopwatch.GetTimestamp();

    /// <summary>Starts a process.</summary>
    /// <param name="start">How.</param>
    /// <param name="silenceLimit">A process that says nothing for so long is taken for hung.</param>
    /// <param name="host">The host that it is started on; null for this machine.</param>
    /// <exception cref="WorkerException">There is no such program.</exception>
    public WorkerProcess(ProcessStartInfo start, TimeSpan silenceLimit, string? host = null)
    {
        _silenceLimit = silenceLimit;
        Host = host;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        try
        {
            _process = Process.Start(start.WithoutPasswords())!;
        }
        catch (Win32Exception exception)
        {
            throw new WorkerException($"A source process{Place} cannot be started by {start.FileName}: {exception.Message}.");
        }

        _process.ErrorDataReceived += (_, line) => KeepError(line.Data);
        _process.BeginErrorReadLine();
        new Thread(ReadMessages) { IsBackground = true, Name = $"worker {_process.Id}" }.Start();
        _stillHere = host is null ? null : new Timer(_ => TrySend(new StillHere()), null, StillHereInterval, StillHereInterval);
    }

    /// <summary>The host that it runs on; null for this machine.</summary>
    public string? Host { get; }

    /// <summary>What it said of itself and its host; null on this machine, which needs no telling.</summary>
    public Hello? Hello { get; private set; }

    /// <summary>What it has used in the current trial, where it is on another host; null before.</summary>
    public ResourceReading? Used { get; private set; }

    /// <summary>What else its host did in the last trial, likewise.</summary>
    public MachineUse? Machine { get; private set; }

    /// <summary>The operating system's number of it.</summary>
    public int Id => _process.Id;

    /// <summary>
    /// Records acknowledged so far in the current trial, as of its last heartbeat; when it has ended, those of its outcome, until
    /// the next one stands ready. It never falls within a trial.
    /// </summary>
    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    /// <summary>Whether it can take another trial.</summary>
    public bool IsUsable { get; private set; } = true;

    /// <summary>What it said, with its host, where that is another one.</summary>
    [return: NotNullIfNotNull(nameof(text))]
    public string? Said(string? text) => Host is null || text is null ? text : $"{Host}: {text}";

    private string Place => Host is null ? string.Empty : $" on {Host}";

    /// <summary>Waits until a process on another host has said what it is.</summary>
    /// <exception cref="WorkerException">It does not come up, or is of another build.</exception>
    public void Greet()
    {
        if (Host is null || Hello is not null)
        {
            return;
        }

        if (!_greeted.Wait(_silenceLimit))
        {
            throw Fault(string.Create(CultureInfo.InvariantCulture, $"was silent for {_silenceLimit.TotalSeconds:0} s after its start and was stopped"));
        }

        var hello = Hello ?? throw Ended("has ended before it said what it is");
        if (hello.Build != BuildIdentity.Own)
        {
            throw Fault($"is of another build of this program ({hello.Build}, and {BuildIdentity.Own} here): let it be copied there by --host-program copy, or copy this program's folder and name it by --host-program");
        }

        if (hello.TicksPerS != Stopwatch.Frequency)
        {
            throw Fault(FormattableString.Invariant($"has a clock of {hello.TicksPerS:N0} ticks a second, and this machine one of {Stopwatch.Frequency:N0}: they cannot be read as one"));
        }
    }

    /// <summary>Asks a process on another host for its clock.</summary>
    /// <returns>How far it is ahead of ours.</returns>
    /// <exception cref="WorkerException">It does not answer.</exception>
    public ClockEstimate ReadClock()
    {
        var exchanges = new ClockExchange[ClockEstimate.Exchanges];
        for (int i = 0; i < exchanges.Length; i++)
        {
            long asked = Stopwatch.GetTimestamp();
            Send(new ClockQuestion());
            if (!_clockAnswers.TryTake(out var answer, _silenceLimit))
            {
                throw Fault("does not say what its clock shows");
            }

            exchanges[i] = new ClockExchange(asked, answer.Answer.Received, answer.Answer.Answered, answer.Heard);
        }

        return ClockEstimate.Of(exchanges);
    }

    /// <summary>Says something to it.</summary>
    /// <exception cref="WorkerException">It is gone.</exception>
    public void Send(WorkerMessage message)
    {
        if (!TrySend(message))
        {
            throw Ended("has ended");
        }
    }

    /// <summary>Waits for its next message. Heartbeats are not handed out: they show that it is alive, however long it takes.</summary>
    /// <param name="abandonment">Says that it is not worth waiting for any more: it then has a moment left, and is ended.</param>
    /// <returns>The message.</returns>
    /// <exception cref="WorkerException">It ended, hung, or said something else than the protocol's messages.</exception>
    public WorkerMessage Receive(CancellationToken abandonment)
    {
        while (!_messages.IsCompleted)
        {
            if (TryTake(out var message, abandonment))
            {
                return message;
            }

            if (abandonment.IsCancellationRequested)
            {
                throw Fault("did not stop when it was told to, and was killed");
            }

            if (Stopwatch.GetElapsedTime(Volatile.Read(ref _lastHeard)) > _silenceLimit)
            {
                throw Fault(string.Create(CultureInfo.InvariantCulture, $"was silent for {_silenceLimit.TotalSeconds:0} s and was stopped"));
            }
        }

        throw Ended("has ended");
    }

    /// <summary>A process whose output has ended ends itself a moment later, with an exit code that says why.</summary>
    private WorkerException Ended(string what)
    {
        _process.WaitForExit(TimeSpan.FromSeconds(1));
        return Fault(what);
    }

    /// <summary>Ends it, since it broke the protocol.</summary>
    /// <returns>What to throw.</returns>
    public WorkerException Fault(string what)
    {
        IsUsable = false;

        // The exit code of a process that is killed here says nothing of why.
        bool hasExited = _process.HasExited;
        Kill();
        string exit = hasExited ? string.Create(CultureInfo.InvariantCulture, $" (exit code {_process.ExitCode})") : string.Empty;
        string errors = _lastErrors.IsEmpty ? string.Empty : ": " + string.Join(' ', _lastErrors).TrimEnd('.');
        return new WorkerException($"A source process{Place} {what}{exit}{errors}.");
    }

    /// <summary>Closes its input, upon which it ends; kills it when it does not.</summary>
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
            // It is gone already.
        }

        if (!_process.WaitForExit(TimeSpan.FromSeconds(5)))
        {
            Kill();
        }

        _process.Dispose();
    }

    /// <summary>Says something to it, if it is there: that it is gone is noticed elsewhere too.</summary>
    /// <param name="message">What to say.</param>
    /// <returns>Whether it is there.</returns>
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
        catch (InvalidOperationException)
        {
            // It has just ended by itself.
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
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or JsonException or NotSupportedException)
        {
            // Whatever was said last cannot be relied upon: the trial becomes incomplete as if the process had ended.
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
                Used = heartbeat.Used ?? Used;
                return;
            case ClockAnswer answer:
                _clockAnswers.Add((answer, heard));
                return;
            case Hello hello:
                Hello = hello;
                _greeted.Set();
                return;
            case Ready:
                (Used, Machine) = (null, null);
                break;
            case Finished finished:
                (Used, Machine) = (finished.Used ?? Used, finished.Machine);
                break;
        }

        _messages.Add(message);
    }

    /// <summary>A heartbeat may still say what was true before the outcome was sent, or nothing between two trials: the count stands.</summary>
    private long Counted(WorkerMessage message) => message switch
    {
        Ready => 0,
        Heartbeat { AcknowledgedRecords: { } records } => Math.Max(records, _acknowledged),
        Finished finished => finished.Outcome.AcknowledgedRecords,
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
