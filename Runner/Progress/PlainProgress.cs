using System.Diagnostics;

namespace DbIngest.Runner.Progress;

/// <summary>Progress for a file or a pipe: a line when something was done, but not more often than every few seconds.</summary>
internal sealed class PlainProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private int _shown = -1;
    private long _when = Stopwatch.GetTimestamp();

    /// <summary>The line to write now, or null.</summary>
    public string? Next(ProgressSnapshot? progress)
    {
        if (progress is null || progress.TrialsDone == _shown)
        {
            return null;
        }

        bool first = _shown < 0;
        if (!first && progress.TrialsDone < progress.Trials && Stopwatch.GetElapsedTime(_when) < Interval)
        {
            return null;
        }

        _shown = progress.TrialsDone;
        _when = Stopwatch.GetTimestamp();
        return $"{ProgressText.Counts(progress)}, remaining {ProgressText.Of(progress.Remaining)}";
    }
}
