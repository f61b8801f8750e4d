using System.Globalization;

namespace DbIngest.Runner.Progress;

/// <summary>
/// Writes progress for a file or pipe, without control characters: a line per finished point and per kind of work between
/// trials, and the counts at the start, at the end and at most every 5 s between. After a minute without a line it names the
/// running work or trial. <see cref="Reporter"/> asks for lines five times per second from its own thread and prints them. Most
/// answers are empty.
/// </summary>
/// <param name="time">The clock.</param>
internal sealed class PlainProgress(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    // A slow database can take minutes for a trial, and longer for its load than a warm-up is meant to take.
    private static readonly TimeSpan Silence = TimeSpan.FromMinutes(1);

    private readonly HashSet<Core.Plan.Point> _said = [];
    private readonly HashSet<string> _works = [];
    private int _shown = -1;
    private long _when = time.GetTimestamp();
    private long _spoke = time.GetTimestamp();

    /// <summary>
    /// Returns the lines to print now. Each call must be enumerated to its end once, because it records what was printed.
    /// </summary>
    /// <param name="progress">The state of the sweep. Null before it starts.</param>
    public IEnumerable<string> Next(ProgressSnapshot? progress)
    {
        foreach (string line in News(progress))
        {
            _spoke = time.GetTimestamp();
            yield return line;
        }

        if (progress is not null && time.GetElapsedTime(_spoke) >= Silence)
        {
            _spoke = time.GetTimestamp();
            yield return Now(progress);
        }
    }

    private IEnumerable<string> News(ProgressSnapshot? progress)
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

        if (!first && progress.TrialsDone < progress.Trials && time.GetElapsedTime(_when) < Interval)
        {
            yield break;
        }

        _shown = progress.TrialsDone;
        _when = time.GetTimestamp();
        string last = !first && progress.TrialsDone < progress.Trials && progress.Interim.Count > 0
            ? $"; so far {Figure(progress.Interim[^1])}" : string.Empty;
        yield return $"{ProgressText.Counts(progress)}, remaining {ProgressText.Of(progress.Remaining)}{last}";
    }

    private static string Now(ProgressSnapshot progress) => progress switch
    {
        { Work: { } work } => $"still {work.What}",
        { Current: { } trial } => string.Create(CultureInfo.InvariantCulture,
            $"{ProgressText.Counts(progress)}, now trial {trial.Trial} of {ProgressText.Of(trial.Point)}: {Phase(progress)}"),
        _ => $"{ProgressText.Counts(progress)}, remaining {ProgressText.Of(progress.Remaining)}",
    };

    private static string Phase(ProgressSnapshot progress)
    {
        string phase = progress.Phase.ToString().ToLowerInvariant();
        return progress.Acknowledged() is > 0 and var done
            ? string.Create(CultureInfo.InvariantCulture, $"{phase}, {done:N0} so far") : phase;
    }

    private static string Figure(InterimPoint point) =>
        $"{point.Name}: {point.RecordsPerS.ToString("N0", CultureInfo.InvariantCulture)} {ProgressText.Unit(point.Point)}";
}
