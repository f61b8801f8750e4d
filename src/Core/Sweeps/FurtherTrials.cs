using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Adds trials to a sweep with <c>--precision</c>. <see cref="SweepRunner"/> asks it for a round once the scheduled trials are
/// done, and again after each round. A round has one trial, or one block, for each point whose interval is still too wide. Only
/// the configuration and earlier trials may decide a round, so that a resumed sweep continues with the same rounds.
/// </summary>
/// <param name="configuration">The sweep.</param>
/// <param name="isEnough">Tells from the results of a point whether it needs no more trials.</param>
/// <remarks>
/// The analysis creates one per run of the program (<c>PrecisionFigures</c>), because an instance counts its rounds and first
/// repeats those before a resumption. Not thread-safe.
/// </remarks>
public sealed class FurtherTrials(SweepConfiguration configuration, Func<Point, IReadOnlyList<TrialResult>, bool> isEnough)
    : IFurtherTrials
{
    private readonly int _trialsOfARound = configuration.Blocks is null ? 1 : configuration.TrialsPerBlock;
    private readonly HashSet<Point> _open = [.. configuration.Points];
    private int _round;
    private int _trials = configuration.Trials;
    private int _position = configuration.Points.Count * configuration.Trials;

    /// <inheritdoc/>
    public IReadOnlyList<ScheduledTrial> Next(IReadOnlyList<JournalEntry> journal)
    {
        if (configuration.MaxTrials is not { } most)
        {
            return [];
        }

        var byPoint = journal.OfType<TrialResult>().ToLookup(trial => trial.Point);
        while (_open.Count > 0 && _trials + _trialsOfARound <= most)
        {
            _round++;
            _open.RemoveWhere(point => isEnough(point, UpTo(_trials, byPoint[point])));
            var round = Round();
            var done = Schedule.Done(round, journal);
            var left = round.Where(trial => !done.Contains(trial.Id)).ToList();
            _trials += _trialsOfARound;
            _position += round.Count;
            if (left.Count > 0)
            {
                return left;
            }
        }

        return [];
    }

    private static TrialResult[] UpTo(int last, IEnumerable<TrialResult> trials) =>
        [.. trials.Where(trial => trial.Trial <= last).GroupBy(trial => trial.Trial).Select(lines => lines.Last())
            .OrderBy(trial => trial.Trial)];

    private List<ScheduledTrial> Round()
    {
        // Each round has its own random stream, so that its members do not change the order of other rounds.
        var random = new SplitMix64(configuration.ScheduleSeed ^ ((ulong)_round << 32));
        return configuration.Blocks is { } blocks ? Blocks(blocks + _round, ref random) : Trials(ref random);
    }

    private List<ScheduledTrial> Trials(ref SplitMix64 random)
    {
        int[] points = [.. Enumerable.Range(0, configuration.Points.Count)];
        var order = configuration.Order == SweepOrder.Rising ? points : Schedule.Shuffle(points, ref random);
        return
        [
            .. order.Select(index => configuration.Points[index]).Where(_open.Contains)
                .Select((point, place) => new ScheduledTrial(_position + place, point, _trials + 1, WarmUp: false)),
        ];
    }

    private List<ScheduledTrial> Blocks(int block, ref SplitMix64 random)
    {
        var targets = configuration.Points.GroupBy(point => point.Target).Select(target => target.ToList()).ToList();
        var round = new List<ScheduledTrial>();
        foreach (int target in Schedule.Shuffle([.. Enumerable.Range(0, targets.Count)], ref random))
        {
            Schedule.Add(round, configuration, [.. targets[target].Where(_open.Contains)], block, ref random);
        }

        return [.. round.Select(trial => trial with { Position = _position + trial.Position })];
    }
}
