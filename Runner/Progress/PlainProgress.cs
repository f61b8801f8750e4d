using System.Diagnostics;
using System.Globalization;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Writes progress for a file or pipe, without control characters: one line per finished point, one per kind of work between
/// trials, and the counts at the start, at the end and at most every 5 s between. <see cref="Reporter"/> asks for lines
/// five times per second from its own thread and prints them. Most answers are empty.
/// </summary>
internal sealed class PlainProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly HashSet<Core.Plan.Point> _said = [];
    private readonly HashSet<string> _works = [];
    private int _shown = -1;
    private long _when = Stopwatch.GetTimestamp();

    /// <summary>
    /// Returns the lines to print now. Each call must be enumerated to its end once, because it records what was printed.
    /// </summary>
    /// <param name="progress">The state of the sweep. Null before it starts.</param>
    public IEnumerable<string> Next(ProgressSnapshot? progress)
    {
        if (progress?.Work is { } work && _works.Add(work.What))
        {
            yield return ProgressText.Of(work);
        }

        if (progress is null || progress.TrialsDone == _shown)
        {
            yield break;
        }

        bool first = _shown < 0;
        foreach (var point in progress.Interim.Where(point => point.IsDone && _said.Add(point.Point) && !first))
        {
            yield return $"done: {Figure(point)}, {ProgressText.Trials(point)}";
        }

        if (!first && progress.TrialsDone < progress.Trials && Stopwatch.GetElapsedTime(_when) < Interval)
        {
            yield break;
        }

        _shown = progress.TrialsDone;
        _when = Stopwatch.GetTimestamp();
        string last = !first && progress.TrialsDone < progress.Trials && progress.Interim.Count > 0
            ? $"; so far {Figure(progress.Interim[^1])}" : string.Empty;
        yield return $"{ProgressText.Counts(progress)}, remaining {ProgressText.Of(progress.Remaining)}{last}";
    }

    private static string Figure(InterimPoint point) =>
        $"{point.Name}: {point.RecordsPerS.ToString("N0", CultureInfo.InvariantCulture)} {ProgressText.Unit(point.Point)}";
}
