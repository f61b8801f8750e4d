using System.Diagnostics;
using System.Globalization;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace DbIngest.Runner.Progress;

/// <summary>Progress on a terminal: a bar with counts and the time left, and below it the trial that runs.</summary>
internal sealed class LiveProgress
{
    private const int BarWidth = 30;

    /// <summary>The rate shown is that of about the last second.</summary>
    private static readonly TimeSpan RateWindow = TimeSpan.FromSeconds(1);

    private long _windowStart = Stopwatch.GetTimestamp();
    private long _windowRecords;
    private double _rate;

    /// <summary>Draws the state of a sweep.</summary>
    public IRenderable Render(ProgressSnapshot progress)
    {
        int filled = progress.Trials == 0 ? BarWidth : BarWidth * progress.TrialsDone / progress.Trials;
        string bar = $"[green]{new string('━', filled)}[/][grey]{new string('━', BarWidth - filled)}[/]";
        string head = $"{bar}  {Markup.Escape(ProgressText.Counts(progress))}, remaining {ProgressText.Of(progress.Remaining)}";
        return new Rows(new Markup(head), new Markup(Current(progress)));
    }

    private string Current(ProgressSnapshot progress)
    {
        if (progress.Current is not { } trial)
        {
            return "[grey]measuring how fast the client is without a database[/]";
        }

        string number = string.Create(
            CultureInfo.InvariantCulture, $"trial {trial.Trial}/{progress.TrialsOfPoint}{(trial.WarmUp ? " (warm-up)" : string.Empty)}");
        string phase = progress.Phase.ToString().ToLowerInvariant();
        return $"{Markup.Escape(ProgressText.Of(trial.Point))}: {number}, {phase}, [bold]{ProgressText.Rate(Rate(progress.Acknowledged()))}[/]";
    }

    private double Rate(long records)
    {
        var elapsed = Stopwatch.GetElapsedTime(_windowStart);
        if (records < _windowRecords)
        {
            _rate = 0;
            _windowRecords = 0;
            _windowStart = Stopwatch.GetTimestamp();
        }
        else if (elapsed >= RateWindow)
        {
            _rate = (records - _windowRecords) / elapsed.TotalSeconds;
            _windowRecords = records;
            _windowStart = Stopwatch.GetTimestamp();
        }

        return _rate;
    }
}
