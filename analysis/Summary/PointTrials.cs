using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// A point with its lines of the journal, in the order in which they ran: the input of every summary of a point.
/// <c>Summarizer</c> groups the journal by it, and a running sweep with <c>--precision</c> builds it from the trials so far.
/// Repeated trials are already resolved: each trial occurs once.
/// </summary>
internal sealed class PointTrials
{
    public PointTrials(Point point, int superseded, IEnumerable<TrialResult> trials)
    {
        Point = point;
        Superseded = superseded;
        All = [.. InOrder(trials)];
        Measured = [.. All.Where(trial => !trial.WarmUp && trial.Status == TrialStatus.Complete && trial.ElapsedS > 0)];
    }

    public Point Point { get; }

    /// <summary>
    /// Lines of the journal that do not count: a later line of the same trial replaces them, or a later deployment of their block
    /// does.
    /// </summary>
    public int Superseded { get; }

    /// <summary>Every trial by its last line, without those of a replaced deployment, in the order in which they ran.</summary>
    public IReadOnlyList<TrialResult> All { get; }

    /// <summary>Complete trials after the warm-up that took time.</summary>
    public IReadOnlyList<TrialResult> Measured { get; }

    /// <summary>
    /// Orders trials as they ran: by the start of the program, then by their place in the schedule. A trial that could not reach
    /// its database runs again after a later start, and keeps its place. Older journals have the first start alone.
    /// </summary>
    public static IEnumerable<TrialResult> InOrder(IEnumerable<TrialResult> trials) =>
        trials.OrderBy(trial => trial.Stretch ?? 1).ThenBy(trial => trial.Position).ThenBy(trial => trial.Trial);

    /// <summary>
    /// Groups a journal by point. A trial repeated after an interruption has several lines; the last line counts.
    /// </summary>
    /// <exception cref="ArgumentException">The journal holds a trial of a point that the manifest does not list.</exception>
    public static IReadOnlyList<PointTrials> Of(Manifest manifest, IReadOnlyList<JournalEntry> entries)
    {
        var byPoint = entries.OfType<TrialResult>().ToLookup(trial => trial.Point);
        var points = PointsOf(manifest.Configuration, byPoint.Select(group => group.Key));
        var planned = points.ToHashSet();
        if (byPoint.FirstOrDefault(group => !planned.Contains(group.Key)) is { } foreign)
        {
            throw new ArgumentException(
                $"The journal holds a trial of a point that the manifest does not list: {foreign.Key.Key}.", nameof(entries));
        }

        // A restarted block leaves the trials of its earlier deployment in the journal. They do not count. The last line tells
        // the latest deployment: the clock may have been set back since the first one.
        var latest = entries.OfType<TrialResult>().Where(trial => trial.DeployedUtc is not null)
            .GroupBy(trial => (trial.Point.Target, trial.Block))
                .ToDictionary(block => block.Key, block => block.Last().DeployedUtc);
        return
        [
            .. points.Select(point =>
            {
                TrialResult[] last = [.. byPoint[point].GroupBy(trial => trial.Trial).Select(group => group.Last())
                    .Where(trial => trial.DeployedUtc is null || trial.DeployedUtc == latest[(point.Target, trial.Block)])];
                return new PointTrials(point, byPoint[point].Count() - last.Length, last);
            }),
        ];
    }

    /// <summary>
    /// Returns the points in the order of the configuration. A search has one point per tried rate instead, by rising rate.
    /// </summary>
    private static IReadOnlyList<Point> PointsOf(SweepConfiguration configuration, IEnumerable<Point> tried)
    {
        if (configuration.Search is null)
        {
            return configuration.Points;
        }

        var bySearch = tried.ToLookup(SearchPlan.Searched);
        return
        [
            .. configuration.Points.SelectMany(point => bySearch[point].Where(rate => rate.Rate is not null)
                .OrderBy(rate => rate.Rate!.RecordsPerS)),
        ];
    }

    /// <summary>Counts the trials by outcome. For a search, the trials so far are the planned ones.</summary>
    public TrialCounts Count(SweepConfiguration configuration) => new()
    {
        Planned = configuration.Search is null ? configuration.Trials : All.Count,
        Measured = Measured.Count,
        Blocks = BlockMeans.Count(Measured),
        AreOfBlocks = configuration.Blocks > 1 || BlockMeans.Count(Measured) > 1,
        WarmUp = All.Count(trial => trial.WarmUp && trial.Status == TrialStatus.Complete),
        WarmUpFailed = All.Count(trial => trial.WarmUp && trial.Status is TrialStatus.Incomplete or TrialStatus.Unreachable),
        Incomplete = All.Count(trial => !trial.WarmUp && trial.Status == TrialStatus.Incomplete),
        Invalid = All.Count(trial => trial.Status == TrialStatus.Invalid),
        Unreachable = All.Count(trial => !trial.WarmUp && trial.Status == TrialStatus.Unreachable),
        NotRun = configuration.Search is null ? Math.Max(0, configuration.Trials - All.Count) : 0,
        Superseded = Superseded,
    };
}
