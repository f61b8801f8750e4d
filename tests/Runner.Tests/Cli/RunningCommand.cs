using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>The program, running as a user runs it.</summary>
internal sealed class RunningCommand : IDisposable
{
    /// <summary>A bound against hanging alone: builds of a package on a busy machine take minutes.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();

    public RunningCommand(string folder, IReadOnlyDictionary<string, string> environment, IEnumerable<string> words)
    {
        // A caller in the background (nohup, some build servers) ignores signals, and its children would inherit that.
        string[] all = OperatingSystem.IsLinux() ? ["env", "--default-signal=INT,HUP", .. words] : [.. words];
        var start = new ProcessStartInfo(all[0], all[1..])
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        _process = Process.Start(start)!;
        _process.OutputDataReceived += (_, line) => Append(_output, line.Data);
        _process.ErrorDataReceived += (_, line) => Append(_error, line.Data);
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    public string Error
    {
        get
        {
            lock (_error)
            {
                return _error.ToString();
            }
        }
    }

    /// <summary>Waits until standard error contains a text so many times.</summary>
    public void WaitForError(string text, int times = 1)
    {
        var watch = Stopwatch.StartNew();
        while (Error.Split(text).Length <= times)
        {
            if (_process.HasExited || watch.Elapsed > Patience)
            {
                throw new InvalidOperationException($"'{text}' was not said: {Wait()}");
            }

            Thread.Sleep(10);
        }
    }

    /// <summary>
    /// Sends a signal by its name. After KILL it waits for the end: <see cref="Dispose"/> would otherwise kill what the program
    /// leaves behind as well, its guards among them.
    /// </summary>
    public void Signal(string name)
    {
        Signal(_process.Id, name);
        if (name is "KILL")
        {
            _process.WaitForExit();
        }
    }

    /// <summary>Sends signals one right after the other: a process that ends in between would not catch the later ones.</summary>
    public static void Signal(int process, params string[] names)
    {
        using var kill = Process.Start(
            "sh", ["-c", "for name; do kill -$name $0; done", process.ToString(CultureInfo.InvariantCulture), .. names]);
        kill.WaitForExit();
    }

    public CommandResult Wait()
    {
        if (!_process.WaitForExit(Patience))
        {
            _process.Kill(entireProcessTree: true);
            throw new InvalidOperationException($"The command did not end: {_error}");
        }

        _process.WaitForExit();
        return new CommandResult(_process.ExitCode, _output.ToString(), Error);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private static void Append(StringBuilder text, string? line)
    {
        if (line is not null)
        {
            lock (text)
            {
                text.AppendLine(line);
            }
        }
    }
}
