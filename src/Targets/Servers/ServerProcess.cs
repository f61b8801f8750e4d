using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The process of one node of a private server. It runs in its own session, so that Ctrl-C in the terminal does not reach it. Its
/// id is in the file <c>pid</c> of its folder, where a <see cref="Guardian"/> finds it, and its output goes to a log there.
/// <see cref="PrivateServer"/> starts and ends it under its lock, while other threads may read <see cref="Id"/>. Disposing leaves
/// the process running: the guardian ends it.
/// </summary>
/// <param name="folder">The node's folder, which the command line must contain.</param>
/// <param name="log">File name of the log.</param>
/// <param name="command">The program and its arguments.</param>
/// <param name="limits">Resource limits. Null for none.</param>
internal sealed class ServerProcess(string folder, string log, IReadOnlyList<string> command, ServerLimits? limits = null)
    : IDisposable
{
    /// <summary>How many errors and how many last lines <see cref="Tail"/> tells.</summary>
    private const int LinesOfTail = 3;

    // Earlier processes of this node. Other threads may still read them, so they are disposed last.
    private readonly List<Process> _ended = [];
    private Process? _process;
    private LimitedGroup? _group;

    /// <summary>Raised on another thread when the process has ended for whatever reason.</summary>
    public event Action? Ended;

    /// <summary>The limits and the mechanism that enforces them. Null before the first start, or without limits.</summary>
    public string? Limits => _group is null ? null : $"{limits} ({_group.Kind})";

    /// <summary>True if the process runs, as far as the system has reported.</summary>
    public bool IsRunning => Id is not null;

    /// <summary>The process id. Null if it does not run.</summary>
    public int? Id
    {
        get
        {
            try
            {
                return _process is { HasExited: false } process ? process.Id : null;
            }
            catch (InvalidOperationException)
            {
                // Disposed, hence ended, while the thread that reports its end was still asking.
                return null;
            }
        }
    }

    /// <summary>Starts the process and returns at once. The server may take long until it answers.</summary>
    public void Start()
    {
        if (_process is { } ended)
        {
            _ended.Add(ended);
        }

        if (limits is not null && _group is null)
        {
            _group = LimitedGroup.Make(limits, OperatingSystem.IsLinux() ? File.ReadAllText("/proc/self/cgroup") : string.Empty);
        }

        if (_group is not null)
        {
            // At each start: the folder may have been deleted since, and the guardian finds the groups by this file alone.
            File.WriteAllLines(Path.Combine(folder, ServerStart.GroupsFile), _group.Folders);
        }

        IReadOnlyList<string> prefix = _group?.Prefix ?? [];
        var process = Process.Start(
            new ProcessStartInfo("sh", ["-c", ServerStart.Script, "sh", folder, log, .. prefix, .. command])
            {
                UseShellExecute =
            false
            }.WithoutPasswords())!;
        process.Exited += (_, _) => Ended?.Invoke();
        process.EnableRaisingEvents = true;
        _process = process;
    }

    /// <summary>Waits until the process has ended.</summary>
    /// <param name="timeout">Longest wait.</param>
    /// <returns>True if it has ended, or was never started.</returns>
    public bool WaitForExit(TimeSpan timeout) => _process?.WaitForExit(timeout) ?? true;

    /// <summary>
    /// Ends the process gracefully, so that it may flush. Resumes a stopped process first. Kills it after
    /// <see cref="ServerTimeouts.End"/>.
    /// </summary>
    /// <param name="signal">Name of the signal, without SIG.</param>
    public void End(string signal)
    {
        if (!IsRunning)
        {
            return;
        }

        string id = _process!.Id.ToString(CultureInfo.InvariantCulture);
        using (var signals = Process.Start("sh", ["-c", "kill -CONT $0; kill -$1 $0", id, signal]))
        {
            signals.WaitForExit();
        }

        if (!_process.WaitForExit(ServerTimeouts.End))
        {
            Kill();
        }
    }

    /// <summary>Kills the process, and waits for its end up to <see cref="ServerTimeouts.End"/>.</summary>
    public void Kill()
    {
        if (IsRunning)
        {
            _process!.Kill();
            _process.WaitForExit(ServerTimeouts.End);
        }
    }

    /// <summary>
    /// Kills the process and all of its descendants, and waits for its end up to <see cref="ServerTimeouts.End"/>.
    /// </summary>
    public void KillTree()
    {
        if (Id is { } id)
        {
            ProcessTree.Kill(id);
            _process!.WaitForExit(ServerTimeouts.End);
        }
    }

    /// <summary>Stops the process and all of its descendants until <see cref="Resume"/>.</summary>
    public void Pause()
    {
        if (Id is { } id)
        {
            ProcessTree.Pause(id);
        }
    }

    /// <summary>Continues what <see cref="Pause"/> stopped.</summary>
    public void Resume()
    {
        if (Id is { } id)
        {
            ProcessTree.Resume(id);
        }
    }

    /// <summary>Reads the first errors and the last lines of log files, for a message.</summary>
    /// <param name="logs">The log files, that of the output last.</param>
    /// <returns>A few lines, joined by <c>|</c>.</returns>
    public static string Tail(params IEnumerable<string> logs)
    {
        try
        {
            // A log of hours has gigabytes: only these lines are kept of it.
            var errors = new List<string>(LinesOfTail);
            var last = new Queue<string>(LinesOfTail);
            foreach (string line in logs.Where(File.Exists).SelectMany(File.ReadLines))
            {
                if (errors.Count < LinesOfTail && (line.Contains("ERROR", StringComparison.Ordinal)
                    || line.Contains("FATAL", StringComparison.Ordinal) || line.Contains("Exception", StringComparison.Ordinal)))
                {
                    errors.Add(line);
                }

                if (last.Count == LinesOfTail)
                {
                    last.Dequeue();
                }

                last.Enqueue(line);
            }

            return last.Count > 0 ? string.Join(" | ", errors.Concat(last).Distinct(StringComparer.Ordinal))
                : "it left no log.";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"its log cannot be read: {exception.Message}";
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ended.ForEach(process => process.Dispose());
        _process?.Dispose();
        _group?.Dispose();
    }
}
