using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Trials;
using Spectre.Console;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Writes the lines of the live display: a bar with counts and the time left, the running trial with its rate, and the points
/// that have figures. <see cref="Reporter"/> calls it five times per second from its own thread. The object remembers the last
/// second of the rate, so one object serves one display and is not thread-safe.
/// </summary>
internal sealed class LiveProgress
{
    /// <summary>Most points shown, the last ones measured. The display only counts the others.</summary>
    private const int MostPoints = 8;

    private const int BarWidth = 30;

    private static readonly Style Green = new(Color.Green);

    private static readonly Style Grey = new(Color.Grey);

    private static readonly Style Bold = new(decoration: Decoration.Bold);

    /// <summary>Length of the window over which the rate "now" is computed.</summary>
    private static readonly TimeSpan RateWindow = TimeSpan.FromSeconds(1);

    private long _windowStart = Stopwatch.GetTimestamp();
    private long _windowRecords;
    private double? _now;
    private TrialPhase _phase;

    /// <summary>Writes the lines for a state of the sweep.</summary>
    public IReadOnlyList<LiveLine> Render(ProgressSnapshot progress)
    {
        int filled = progress.Trials == 0 ? BarWidth : BarWidth * progress.TrialsDone / progress.Trials;
        return
        [
            new LiveLine(
                (new string('━', filled), Green),
                (new string('━', BarWidth - filled), Grey),
                ($"  {ProgressText.Counts(progress)}, remaining {ProgressText.Of(progress.Remaining)}", null)),
            Current(progress),
            .. Points(progress),
        ];
    }

    private LiveLine Current(ProgressSnapshot progress)
    {
        if (progress.Current is not { } trial)
        {
            return new LiveLine((progress.Work is { } work ? ProgressText.Of(work) : "preparing the next trial", Grey));
        }

        string number = string.Create(
            CultureInfo.InvariantCulture,
                $"trial {trial.Trial}/{progress.TrialsOfPoint}{(trial.WarmUp ? " (warm-up)" : string.Empty)}");
        string phase = progress.Phase.ToString().ToLowerInvariant();
        return new LiveLine(($"{ProgressText.Of(trial.Point)}: {number}, {phase}", null), (Rate(progress), Bold));
    }

    /// <summary>The rate of the running load or ingestion. In later phases, the rate that it had.</summary>
    private string Rate(ProgressSnapshot progress)
    {
        string unit = progress.Phase == TrialPhase.Load ? "records/s" : ProgressText.Unit(progress.Current!.Point);
        bool isNew = progress.Phase != _phase;
        _phase = progress.Phase;
        if (isNew || progress.Phase is not (TrialPhase.Load or TrialPhase.Ingest))
        {
            (_now, _windowRecords, _windowStart) = (null, 0, Stopwatch.GetTimestamp());
        }

        if (progress.Phase is not (TrialPhase.Load or TrialPhase.Ingest))
        {
            return progress.TrialRecordsPerS is { } had and > 0
                ? string.Create(CultureInfo.InvariantCulture, $" after {had:N0} {unit}") : string.Empty;
        }

        long records = progress.Acknowledged();
        var elapsed = Stopwatch.GetElapsedTime(_windowStart);
        if (elapsed >= RateWindow)
        {
            _now = (records - _windowRecords) / elapsed.TotalSeconds;
            (_windowRecords, _windowStart) = (records, Stopwatch.GetTimestamp());
        }

        string now = _now is { } rate ? string.Create(CultureInfo.InvariantCulture, $", now {rate:N0}") : string.Empty;
        return progress.TrialRecordsPerS is { } mean and > 0
            ? string.Create(CultureInfo.InvariantCulture, $", {mean:N0} {unit}{now}") : string.Empty;
    }

    private static IEnumerable<LiveLine> Points(ProgressSnapshot progress)
    {
        var shown = progress.Interim.TakeLast(MostPoints).Reverse().ToList();
        int names = shown.Count == 0 ? 0 : shown.Max(point => point.Name.Length);
        foreach (var point in shown)
        {
            string rate = string.Create(CultureInfo.InvariantCulture,
                $"{point.RecordsPerS,14:N0} {ProgressText.Unit(point.Point)}");
            yield return new LiveLine(
                ("  " + point.Name.PadRight(names), Grey),
                (rate, null),
                ($", {ProgressText.Trials(point)}", Grey));
        }

        if (progress.Interim.Count > shown.Count)
        {
            yield return new LiveLine(
                (string.Create(CultureInfo.InvariantCulture, $"  and {progress.Interim.Count - shown.Count} more points"), Grey));
        }
    }
}
