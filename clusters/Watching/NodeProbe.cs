using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Watching;

/// <summary>
/// A shell on a node's machine that prints the node's counters on request. <see cref="ClusterWatch"/> or <c>RunContainer</c>
/// starts one per node, and the <see cref="NodeReader"/> of each trial shares it. Safe for several threads. The shell first
/// prints a greeting (boot id and cores), then one line of counters per request. It exits when its input closes, and opens no
/// port.
/// </summary>
internal sealed class NodeProbe : IDisposable
{
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Lock _asking = new();
    private readonly object _answering = new();
    private readonly List<string> _errors = [];
    private (NodeCounters Counters, long At)? _latest;
    private long _askedAt;
    private long _answeredAt;
    private bool _isAsked;
    private bool _isStarted;
    private bool _hasEnded;

    /// <summary>Starts the shell. <see cref="Await"/> tells when it is ready.</summary>
    /// <param name="shell">Reaches the machine.</param>
    /// <param name="processFile">The file on the machine with the node's process id; null for process 1.</param>
    /// <exception cref="ClusterException">The starter's program cannot be started.</exception>
    public NodeProbe(HostShell shell, string? processFile)
    {
        _process = shell.Start(NodeCounters.Script, [processFile ?? string.Empty]);
        _process.ErrorDataReceived += (_, line) => Keep(line.Data);
        _process.BeginErrorReadLine();
        new Thread(Listen) { IsBackground = true, Name = $"node {shell.Name}" }.Start();
    }

    /// <summary>The machine's boot id, which tells machines apart; empty before the greeting.</summary>
    public string Machine { get; private set; } = string.Empty;

    /// <summary>The machine's logical cores; 1 before the greeting.</summary>
    public int Cores { get; private set; } = 1;

    /// <summary>True when the shell has exited or its connection is lost.</summary>
    public bool HasEnded
    {
        get
        {
            lock (_answering)
            {
                return _hasEnded;
            }
        }
    }

    /// <summary>
    /// <see cref="Stopwatch"/> timestamp of the last answer, also of one that the node does not run; 0 before the first.
    /// </summary>
    public long AnsweredAt
    {
        get
        {
            lock (_answering)
            {
                return _answeredAt;
            }
        }
    }

    /// <summary>How long the shell has owed an answer; zero when it owes none.</summary>
    public TimeSpan Silence
    {
        get
        {
            lock (_answering)
            {
                return _isAsked ? Stopwatch.GetElapsedTime(_askedAt) : TimeSpan.Zero;
            }
        }
    }

    /// <summary>The shell's last error message, for the user.</summary>
    public string Words
    {
        get
        {
            lock (_errors)
            {
                return _errors.Count == 0 ? "it does not answer" : HostShell.Shorten(_errors[^1]);
            }
        }
    }

    /// <summary>Waits up to 30 s for the greeting, which contains no counters yet.</summary>
    /// <returns>True when the probe works.</returns>
    public bool Await(CancellationToken cancellation)
    {
        lock (_answering)
        {
            long began = Stopwatch.GetTimestamp();
            while (!_isStarted && !_hasEnded && !cancellation.IsCancellationRequested
                && Stopwatch.GetElapsedTime(began) < LongestStart)
            {
                Monitor.Wait(_answering, TimeSpan.FromMilliseconds(100));
            }

            return _isStarted && !_hasEnded;
        }
    }

    /// <summary>Requests counters unless an answer is outstanding. Never waits.</summary>
    public void Ask()
    {
        lock (_answering)
        {
            if (_isAsked || _hasEnded)
            {
                return;
            }

            (_isAsked, _askedAt) = (true, Stopwatch.GetTimestamp());
        }

        try
        {
            lock (_asking)
            {
                _process.StandardInput.WriteLine();
                _process.StandardInput.Flush();
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or InvalidOperationException)
        {
            End();
        }
    }

    /// <summary>
    /// The latest counters, after waiting for an outstanding answer. After a timeout, or once the shell has ended, they are those
    /// of an earlier answer.
    /// </summary>
    /// <param name="timeout">Longest wait.</param>
    /// <returns>The counters and the <see cref="Stopwatch"/> timestamp of their arrival; null before the first.</returns>
    public (NodeCounters Counters, long At)? Read(TimeSpan timeout)
    {
        lock (_answering)
        {
            long began = Stopwatch.GetTimestamp();
            while (_isAsked && !_hasEnded && timeout - Stopwatch.GetElapsedTime(began) is { Ticks: > 0 } left)
            {
                Monitor.Wait(_answering, left);
            }

            return _latest;
        }
    }

    public void Dispose()
    {
        End();
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The shell has exited already.
        }

        if (!_process.WaitForExit(TimeSpan.FromSeconds(2)))
        {
            ProcessTimeout.Kill(_process);
        }

        _process.Dispose();
    }

    private void Listen()
    {
        try
        {
            var output = _process.StandardOutput;
            while (output.ReadLine() is { } line)
            {
                // A shell on another machine may print other lines before the greeting.
                if (_isStarted)
                {
                    long at = Stopwatch.GetTimestamp();
                    var counters = NodeCounters.Parse(line);
                    Said(() => (_isAsked, _answeredAt, _latest) = (false, at, counters is null ? _latest : (counters, at)));
                }
                else if (line.Split(' ') is [var machine, var count]
                    && int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out int cores) && cores > 0)
                {
                    (Machine, Cores) = (machine, cores);
                    Said(() => _isStarted = true);
                }
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or InvalidOperationException)
        {
            Keep(exception.Message);
        }

        End();
    }

    private void End() => Said(() => _hasEnded = true);

    private void Said(Action change)
    {
        lock (_answering)
        {
            change();
            Monitor.PulseAll(_answering);
        }
    }

    private void Keep(string? line)
    {
        if (!string.IsNullOrWhiteSpace(line))
        {
            lock (_errors)
            {
                _errors.Add(line.Trim());
                _errors.RemoveRange(0, Math.Max(0, _errors.Count - 3));
            }
        }
    }
}
