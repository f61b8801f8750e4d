using DbIngest.Core.Plan;
using DbIngest.Core.Records;
using DbIngest.Core.Results;

namespace DbIngest.Core.Sweeps;

/// <summary>Puts the trials of a sweep in order. A pure function of the configuration, so that a resumed sweep has the same.</summary>
public static class Schedule
{
    /// <summary>The trials in their order.</summary>
    /// <param name="configuration">The sweep.</param>
    /// <returns>Every trial of every point once; the trials of a point are numbered in the order in which they run.</returns>
    public static IReadOnlyList<ScheduledTrial> Of(SweepConfiguration configuration)
    {
        var random = new SplitMix64(configuration.Seed);
        int points = configuration.Points.Count;
        List<int> order = [];
        int before = 0;
        foreach (int upTo in (int[])[.. configuration.TrialsBefore, configuration.Trials])
        {
            // One seeded stream for all: what was run before a sweep was extended stays as it was.
            order.AddRange(Part(configuration.Order, points, upTo - before, ref random));
            before = upTo;
        }

        int[] trials = new int[points];
        var schedule = new ScheduledTrial[order.Count];
        for (int position = 0; position < order.Count; position++)
        {
            int trial = ++trials[order[position]];
            schedule[position] = new ScheduledTrial(
                position, configuration.Points[order[position]], trial, trial <= configuration.WarmUp);
        }

        return schedule;
    }

    /// <summary>
    /// The trials that need not run any more. One that did not reach its database has measured nothing: when the database is
    /// back it runs again, and the later line of the journal stands.
    /// </summary>
    /// <param name="journal">The journal.</param>
    /// <returns>The identities of the trials.</returns>
    public static IReadOnlySet<TrialId> Done(IEnumerable<JournalEntry> journal) => journal
        .OfType<TrialResult>()
        .Where(t => t.Status != TrialStatus.Unreachable)
        .Select(t => t.Id)
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

    /// <summary>Fisher-Yates.</summary>
    private static int[] Shuffle(int[] items, ref SplitMix64 random)
    {
        for (int i = items.Length - 1; i > 0; i--)
        {
            int j = random.NextBelow(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }

        return items;
    }
}
