using System.Collections.Concurrent;
using DbIngest.Runner.Output;
using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Runs the only thread that writes to standard error while a sweep runs: a live display on a terminal, plain lines elsewhere.
/// <c>run</c> creates one per sweep, hands the log's lines to <see cref="WriteLine"/>, and disposes it before it prints the
/// result. Any thread may call <see cref="Follow"/> and <see cref="WriteLine"/>, which never wait for the terminal, so the sweep
/// never waits for the display, and goes on where standard error takes nothing more. Only the thread of the verb may dispose it.
/// </summary>
internal sealed class Reporter : IDisposable
{
    private static readonly TimeSpan RefreshInterval = TimeSpan.FromMilliseconds(200);

    private readonly ConcurrentQueue<string> _lines = new();
    private readonly ManualResetEventSlim _stop = new();
    private readonly Func<string, string> _scrub;
    private readonly IAnsiConsole? _terminal;
    private readonly Thread _thread;
    private SweepProgress? _progress;

    /// <summary>Starts the thread.</summary>
    /// <param name="shows">False shows no progress, as with <c>--quiet</c>. Lines are printed in any case.</param>
    /// <param name="scrub">Removes secrets from each line.</param>
    public Reporter(bool shows, Func<string, string> scrub)
        : this(shows, scrub, shows ? FindTerminal() : null)
    {
    }

    /// <summary>Starts the thread for a terminal.</summary>
    /// <param name="shows">False shows no progress.</param>
    /// <param name="scrub">Removes secrets from each line.</param>
    /// <param name="terminal">Shows a live display. Null to print plain lines.</param>
    internal Reporter(bool shows, Func<string, string> scrub, IAnsiConsole? terminal)
    {
        _scrub = scrub;
        _terminal = terminal;
        _thread = new Thread(() => Report(shows)) { IsBackground = true, Name = "reporter" };
        _thread.Start();
    }

    /// <summary>Shows the progress of a sweep from now on.</summary>
    public void Follow(SweepProgress progress) => Volatile.Write(ref _progress, progress);

    /// <summary>
    /// Queues a line, which the thread prints above the display within 0.2 s. Once the reporter is disposed, prints it: an export
    /// ends after the result was printed, and may fail then.
    /// </summary>
    public void WriteLine(string line)
    {
        _lines.Enqueue(_scrub(line));
        if (!_thread.IsAlive)
        {
            Flush(Say);
        }
    }

    /// <summary>Erases the display, prints all queued lines and waits for the thread to end. Further calls do nothing.</summary>
    public void Dispose()
    {
        if (!_stop.IsSet)
        {
            _stop.Set();
            _thread.Join();
        }
    }

    private static IAnsiConsole? FindTerminal()
    {
        // Redirected output must stay free of control characters.
        if (Console.IsErrorRedirected)
        {
            return null;
        }

        var terminal = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(Console.Error) });
        return terminal.Profile.Capabilities.Ansi ? terminal : null;
    }

    private void Report(bool shows)
    {
        if (_terminal is not { } terminal || !StandardError.TryWrite(() => Display(terminal)))
        {
            // A terminal that took no display any more may take lines again.
            var plain = shows && _terminal is null ? new PlainProgress(TimeProvider.System) : null;
            do
            {
                ReportPlainly(plain);
            }
            while (!_stop.Wait(RefreshInterval));
            ReportPlainly(plain);
        }

        Flush(Say);
    }

    private void ReportPlainly(PlainProgress? plain)
    {
        Flush(Say);
        foreach (string line in plain?.Next(Volatile.Read(ref _progress)?.Snapshot()) ?? [])
        {
            Say(line);
        }
    }

    private static void Say(string line) => StandardError.TryWrite(() => Console.Error.WriteLine(line));

    private void Display(IAnsiConsole terminal)
    {
        var display = new LiveProgress();
        var area = new LiveArea(terminal);
        using var cursor = new CursorGuard(terminal);
        do
        {
            var said = new List<string>();
            Flush(said.Add);
            area.Draw(said, Volatile.Read(ref _progress)?.Snapshot() is { } snapshot ? display.Render(snapshot) : []);
        }
        while (!_stop.Wait(RefreshInterval));
        area.Erase();
        terminal.Cursor.Show(show: true);
    }

    private void Flush(Action<string> write)
    {
        while (_lines.TryDequeue(out string? line))
        {
            write(line);
        }
    }

    /// <summary>Hides the cursor while the display is shown, and shows it again even if the process exits early.</summary>
    private sealed class CursorGuard : IDisposable
    {
        private readonly IAnsiConsole _terminal;

        public CursorGuard(IAnsiConsole terminal)
        {
            _terminal = terminal;
            terminal.Cursor.Show(show: false);
            AppDomain.CurrentDomain.ProcessExit += Show;
        }

        public void Dispose() => AppDomain.CurrentDomain.ProcessExit -= Show;

        private void Show(object? sender, EventArgs arguments) =>
            StandardError.TryWrite(() => _terminal.Cursor.Show(show: true));
    }
}
