using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using DbIngest.Core.Targets;

namespace DbIngest.Runner.Workers;

/// <summary>The parent's end of one source process. It lives for many trials, so that only the first meets cold code.</summary>
internal sealed class WorkerProcess : IDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(500);

    private readonly Process _process;
    private readonly TimeSpan _silenceLimit;
    private readonly BlockingCollection<WorkerMessage> _messages = [];
    private readonly ConcurrentQueue<string> _lastErrors = new();
    private readonly Lock _sending = new();
    private long _acknowledged;
    private long _lastHeard = Stopwatch.GetTimestamp();

    /// <summary>Starts a process.</summary>
    /// <param name="start">How.</param>
    /// <param name="silenceLimit">A process that says nothing for so long is taken for hung.</param>
    public WorkerProcess(ProcessStartInfo start, TimeSpan silenceLimit)
    {
        _silenceLimit = silenceLimit;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        _process = Process.Start(start)!;
        _process.ErrorDataReceived += (_, line) => KeepError(line.Data);
        _process.BeginErrorReadLine();
        new Thread(ReadMessages) { IsBackground = true, Name = $"worker {_process.Id}" }.Start();
    }

    /// <summary>The operating system's number of it.</summary>
    public int Id => _process.Id;

    /// <summary>
    /// Records acknowledged so far in the current trial, as of its last heartbeat; when it has ended, those of its outcome, until
    /// the next one stands ready. It never falls within a trial.
    /// </summary>
    public long AcknowledgedRecords => Volatile.Read(ref _acknowledged);

    /// <summary>Whether it can take another trial.</summary>
    public bool IsUsable { get; private set; } = true;

    /// <summary>Says something to it.</summary>
    /// <exception cref="WorkerException">It is gone.</exception>
    public void Send(WorkerMessage message)
    {
        lock (_sending)
        {
            try
            {
                _process.StandardInput.WriteLine(WorkerJson.Write(message));
                _process.StandardInput.Flush();
            }
            catch (Exception exception) when (exception is IOException or ObjectDisposedException)
            {
                throw Fault("has ended");
            }
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

        throw Fault("has ended");
    }

    /// <summary>Ends it, since it broke the protocol.</summary>
    /// <returns>What to throw.</returns>
    public WorkerException Fault(string what)
    {
        IsUsable = false;
        Kill();
        string exit = _process.HasExited ? string.Create(CultureInfo.InvariantCulture, $" (exit code {_process.ExitCode})") : string.Empty;
        string errors = _lastErrors.IsEmpty ? string.Empty : ": " + string.Join(' ', _lastErrors);
        return new WorkerException($"A source process {what}{exit}{errors}.");
    }

    /// <summary>Closes its input, upon which it ends; kills it when it does not.</summary>
    public void Dispose()
    {
        IsUsable = false;
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
                var message = WorkerJson.Read(line);
                Volatile.Write(ref _lastHeard, Stopwatch.GetTimestamp());
                Volatile.Write(ref _acknowledged, Counted(message));
                if (message is not Heartbeat)
                {
                    _messages.Add(message);
                }
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or JsonException or NotSupportedException)
        {
            // Whatever was said last cannot be relied upon: the trial becomes incomplete as if the process had ended.
            KeepError($"its output could not be read ({exception.Message})");
        }

        _messages.CompleteAdding();
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
