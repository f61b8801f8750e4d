using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Orders the trials of a sweep, and finds the trials that need not run again. <see cref="SweepRunner"/> calls it once at the
/// start, <see cref="FurtherTrials"/> for each round, and <c>SweepProgress</c> and <c>Resumption</c> to tell what is left. It is
/// a pure function of configuration and journal. A resumed sweep and a later version must get the same schedule, so the order of
/// random draws must never change.
/// </summary>
public static class Schedule
{
    /// <summary>Creates the schedule.</summary>
    /// <returns>
    /// Every trial of every point once, without further trials. The trials of a point are numbered in the order in which they
    /// run. Empty for a search, whose trials follow from each other (<see cref="SearchTrials"/>).
    /// </returns>
    public static IReadOnlyList<ScheduledTrial> Of(SweepConfiguration configuration)
    {
        if (configuration.Search is not null)
        {
            return [];
        }

        var random = new SplitMix64(configuration.ScheduleSeed);
        var schedule = new List<ScheduledTrial>(configuration.Points.Count * configuration.Trials);
        if (configuration.Blocks is not { } blocks)
        {
            Add(schedule, configuration, configuration.Points, block: null, ref random);
            return schedule;
        }

        // Each round has one block per target in a random order, so that drift of the machine affects all targets alike.
        var targets = configuration.Points.GroupBy(point => point.Target).Select(target => target.ToList()).ToList();
        for (int block = 1; block <= blocks; block++)
        {
            foreach (int target in Shuffle([.. Enumerable.Range(0, targets.Count)], ref random))
            {
                Add(schedule, configuration, targets[target], block, ref random);
            }
        }

        return schedule;
    }

    /// <summary>
    /// Appends the trials of one block, or of a sweep without blocks, and draws their order from the random stream.
    /// </summary>
    internal static void Add(
        List<ScheduledTrial> schedule, SweepConfiguration configuration, IReadOnlyList<Point> points, int? block,
            ref SplitMix64 random)
    {
        int each = configuration.TrialsPerBlock;
        List<int> order = [];
        int before = 0;
        foreach (int upTo in block is null ? (int[])[.. configuration.TrialsBefore, each] : [each])
        {
            // All trials draw from one seeded stream: extending a sweep does not change the order of its earlier trials.
            order.AddRange(configuration.PairAxis is { } axis
                ? InPairs(points, axis, upTo - before, ref random)
                : Part(configuration.Order, points.Count, upTo - before, ref random));
            before = upTo;
        }

        int[] trials = new int[points.Count];
        foreach (int point in order)
        {
            int inBlock = ++trials[point];
            int trial = (((block ?? 1) - 1) * each) + inBlock;
            var scheduled = new ScheduledTrial(schedule.Count, points[point], trial, inBlock <= configuration.WarmUp);
            schedule.Add(scheduled with { Block = block });
        }
    }

    /// <summary>
    /// Lists the trials of a schedule that need not run again. In a sweep with blocks, all trials of a block must run on one
    /// deployment, and a resumed sweep starts a new one. So a block that lacks a trial, or whose trials ran on two deployments,
    /// runs again from its beginning.
    /// </summary>
    /// <param name="schedule">The schedule.</param>
    /// <param name="journal">All journal entries so far.</param>
    public static IReadOnlySet<TrialId> Done(IReadOnlyList<ScheduledTrial> schedule, IReadOnlyList<JournalEntry> journal)
    {
        var done = new HashSet<TrialId>(Done(journal));
        var last = journal.OfType<TrialResult>().GroupBy(trial => trial.Id)
            .ToDictionary(lines => lines.Key, lines => lines.Last().DeployedUtc);
        foreach (var block in schedule.Where(trial => trial.Block is not null)
            .GroupBy(trial => (trial.Block, trial.Point.Target)))
        {
            if (!block.All(trial => done.Contains(trial.Id)) || block.Select(trial => last[trial.Id]).Distinct().Skip(1).Any())
            {
                done.ExceptWith(block.Select(trial => trial.Id));
            }
        }

        return done;
    }

    /// <summary>
    /// Lists the trials that need not run again, without regard to blocks. A trial that could not reach its database measured
    /// nothing, so it runs again. Its later journal entry replaces the earlier one, also where a block that runs again does not
    /// reach the database.
    /// </summary>
    /// <param name="journal">All journal entries so far.</param>
    public static IReadOnlySet<TrialId> Done(IEnumerable<JournalEntry> journal) => journal
        .OfType<TrialResult>()
        .GroupBy(t => t.Id)
        .Where(lines => lines.Last().Status != TrialStatus.Unreachable)
        .Select(lines => lines.Key)
        .ToHashSet();

    private static int[] Part(SweepOrder order, int points, int trials, ref SplitMix64 random) => order switch
    {
        SweepOrder.Rising => [.. Enumerable.Range(0, points).SelectMany(p => Enumerable.Repeat(p, trials))],
        SweepOrder.Shuffled => Shuffle([.. Rounds(points, trials).SelectMany(r => r)], ref random),
        _ => Interleave(points, trials, ref random),
    };

    private static IEnumerable<int[]> Rounds(int points, int trials) =>
        Enumerable.Range(0, trials).Select(_ => Enumerable.Range(0, points).ToArray());

    private static int[] Interleave(int points, int trials, ref SplitMix64 random)
    {
        var order = new List<int>(points * trials);
        foreach (int[] round in Rounds(points, trials))
        {
            order.AddRange(Shuffle(round, ref random));
        }

        return [.. order];
    }

    /// <summary>
    /// Orders rounds over all points in which the two points of a pair are neighbours, in a newly drawn order. The analysis
    /// compares the points that <c>PointMatching</c> matches: change both together.
    /// </summary>
    private static List<int> InPairs(IReadOnlyList<Point> points, Axis axis, int trials, ref SplitMix64 random)
    {
        // Beside the two values, a database may lack the axis. Its points have no pair.
        var sides = points.GroupBy(point => axis.Text(point.Axes)).ToList();
        bool hasUnpaired = sides.Count > 2 && sides.RemoveAll(side => side.Key is null) > 0;

        // Two databases of a pair also differ in client and durability level, unless a side has several.
        var differing = SweepAxes.All.Where(other => other == axis || (other.OpensTarget
            && sides.TrueForAll(side => side.Select(point => other.Text(point.Axes)).Distinct().Count() == 1))).ToHashSet();
        int[][] pairs = [.. Enumerable.Range(0, points.Count)
            .GroupBy(index => (points[index].Axes.Only(other => !differing.Contains(other)),
                hasUnpaired && axis.Text(points[index].Axes) is null))
            .Select(pair => pair.ToArray())];
        var order = new List<int>(points.Count * trials);
        for (int round = 0; round < trials; round++)
        {
            foreach (int pair in Shuffle([.. Enumerable.Range(0, pairs.Length)], ref random))
            {
                order.AddRange(Shuffle([.. pairs[pair]], ref random));
            }
        }

        return order;
    }

    /// <summary>Shuffles the array in place by the algorithm of Fisher and Yates, and returns it.</summary>
    internal static int[] Shuffle(int[] items, ref SplitMix64 random)
    {
        for (int i = items.Length - 1; i > 0; i--)
        {
            int j = random.NextBelow(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }

        return items;
    }
}
