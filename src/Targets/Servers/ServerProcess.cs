using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A process of a private server, in a session of its own, so that a Ctrl-C meant for us does not reach it. Its id is in the
/// file <c>pid</c> of its folder, where a <see cref="Guardian"/> finds it; what it prints goes to a log there.
/// </summary>
/// <param name="folder">Its folder, which its command line must name.</param>
/// <param name="log">The log's file name.</param>
/// <param name="command">The program and its arguments.</param>
/// <param name="limits">What it may take at most; null for no limit.</param>
internal sealed class ServerProcess(string folder, string log, IReadOnlyList<string> command, ServerLimits? limits = null)
    : IDisposable
{
    private Process? _process;
    private LimitedGroup? _group;

    /// <summary>Raised on another thread when the process ends, by itself or not.</summary>
    public event Action? Ended;

    /// <summary>What it may take and what holds it to that; null where it was not started yet, or is not limited.</summary>
    public string? Limits => _group is null ? null : $"{limits} ({_group.Kind})";

    /// <summary>Whether it runs, as far as the system has told us.</summary>
    public bool IsRunning => _process is { HasExited: false };

    /// <summary>Its id; null when it does not run.</summary>
    public int? Id => IsRunning ? _process!.Id : null;

    /// <summary>Starts it; it takes its time until it answers.</summary>
    public void Start()
    {
        _process?.Dispose();
        if (limits is not null && _group is null)
        {
            _group = LimitedGroup.Make(limits, OperatingSystem.IsLinux() ? File.ReadAllText("/proc/self/cgroup") : string.Empty);
            File.WriteAllLines(Path.Combine(folder, ServerStart.GroupsFile), _group.Folders);
        }

        IReadOnlyList<string> prefix = _group?.Prefix ?? [];
        _process = Process.Start(
            new ProcessStartInfo("sh", ["-c", ServerStart.Script, "sh", folder, log, .. prefix, .. command])
            {
                UseShellExecute =
            false
            }.WithoutPasswords())!;
        _process.Exited += (_, _) => Ended?.Invoke();
        _process.EnableRaisingEvents = true;
    }

    /// <summary>Waits for its end.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>Whether it has ended, or never ran.</returns>
    public bool WaitForExit(TimeSpan patience) => _process?.WaitForExit(patience) ?? true;

    /// <summary>Ends it, letting it write what it still holds if it can: it may be stopped, or hang.</summary>
    public void End()
    {
        if (!IsRunning)
        {
            return;
        }

        string id = _process!.Id.ToString(CultureInfo.InvariantCulture);
        using (var signals = Process.Start("sh", ["-c", "kill -CONT $0; kill -TERM $0", id]))
        {
            signals.WaitForExit();
        }

        if (!_process.WaitForExit(ServerTimeouts.End))
        {
            Kill();
        }
    }

    /// <summary>Ends it at once.</summary>
    public void Kill()
    {
        if (IsRunning)
        {
            _process!.Kill();
            _process.WaitForExit(ServerTimeouts.End);
        }
    }

    /// <summary>What its logs say went wrong, and where it got to.</summary>
    /// <param name="logs">Its logs, that of its output last.</param>
    /// <returns>A few lines.</returns>
    public static string Tail(params IEnumerable<string> logs)
    {
        try
        {
            string[] lines = [.. logs.Where(File.Exists).SelectMany(File.ReadLines)];
            var errors = lines
                .Where(l => l.Contains("ERROR", StringComparison.Ordinal) || l.Contains("FATAL", StringComparison.Ordinal)
                || l.Contains("Exception", StringComparison.Ordinal)).Take(3);
            return lines.Length > 0 ? string.Join(" | ", errors.Concat(lines.TakeLast(3)).Distinct(StringComparer.Ordinal))
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
        _process?.Dispose();
        _group?.Dispose();
    }
}
