using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Watching;

/// <summary>A shell on a node's machine that says what the node uses whenever it is asked. It ends with its input, and listens on no port.</summary>
internal sealed class NodeProbe : IDisposable
{
    private static readonly TimeSpan LongestStart = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Lock _asking = new();
    private readonly object _answering = new();
    private readonly List<string> _errors = [];
    private (NodeCounters Counters, long At)? _latest;
    private bool _isAsked;
    private bool _isStarted;
    private bool _hasEnded;

    /// <summary>Starts it.</summary>
    /// <param name="shell">Reaches the machine.</param>
    /// <param name="processFile">The file there that names the node's process; null where it is the first that is seen there.</param>
    /// <exception cref="ClusterException">What reaches the machine is not there.</exception>
    public NodeProbe(HostShell shell, string? processFile)
    {
        _process = shell.Start(NodeCounters.Script, [processFile ?? string.Empty]);
        _process.ErrorDataReceived += (_, line) => Keep(line.Data);
        _process.BeginErrorReadLine();
        new Thread(Listen) { IsBackground = true, Name = $"node {shell.Name}" }.Start();
    }

    /// <summary>What tells the machine from others; empty before it has answered.</summary>
    public string Machine { get; private set; } = string.Empty;

    /// <summary>The machine's logical cores.</summary>
    public int Cores { get; private set; } = 1;

    /// <summary>Whether it does not answer any more.</summary>
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

    /// <summary>The last thing that was said of why it does not answer.</summary>
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

    /// <summary>Waits until it stands ready.</summary>
    /// <returns>Whether it does.</returns>
    public bool Await(CancellationToken cancellation)
    {
        lock (_answering)
        {
            long began = Stopwatch.GetTimestamp();
            while (!_isStarted && !_hasEnded && !cancellation.IsCancellationRequested && Stopwatch.GetElapsedTime(began) < LongestStart)
            {
                Monitor.Wait(_answering, TimeSpan.FromMilliseconds(100));
            }

            return _isStarted && !_hasEnded;
        }
    }

    /// <summary>Asks, unless an answer is outstanding. It does not wait.</summary>
    public void Ask()
    {
        lock (_answering)
        {
            if (_isAsked || _hasEnded)
            {
                return;
            }

            _isAsked = true;
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

    /// <summary>The latest answer, after the outstanding one had its time to arrive.</summary>
    /// <param name="patience">That time.</param>
    /// <returns>The counters and the moment at which they arrived; null where there are none.</returns>
    public (NodeCounters Counters, long At)? Read(TimeSpan patience)
    {
        lock (_answering)
        {
            long began = Stopwatch.GetTimestamp();
            while (_isAsked && !_hasEnded && patience - Stopwatch.GetElapsedTime(began) is { Ticks: > 0 } left)
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
            // It is gone already.
        }

        if (!_process.WaitForExit(TimeSpan.FromSeconds(2)))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private void Listen()
    {
        try
        {
            var output = _process.StandardOutput;
            string[] hello = output.ReadLine()?.Split(' ') ?? [];
            if (hello.Length == 2 && int.TryParse(hello[1], NumberStyles.None, CultureInfo.InvariantCulture, out int cores) && cores > 0)
            {
                (Machine, Cores) = (hello[0], cores);
                Said(() => _isStarted = true);
                while (output.ReadLine() is { } line)
                {
                    long at = Stopwatch.GetTimestamp();
                    var counters = NodeCounters.Parse(line);
                    Said(() => (_isAsked, _latest) = (false, counters is null ? _latest : (counters, at)));
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
