using DbIngest.Abstractions.Records;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Core.Sweeps;

/// <summary>
/// Schedules the trials of a sweep that searches the sustainable rate (<c>--find</c>). <c>PrecisionFigures</c> creates one per
/// run of the program, and <see cref="SweepRunner"/> asks it for each round, on its own thread. A round has one step of each
/// unfinished search that is behind the others, in a seeded order, so that drift of the machine affects all searches alike. The
/// leading steps are warm-up trials at the first rate.
/// </summary>
/// <param name="configuration">The sweep, which has a search.</param>
public sealed class SearchTrials(SweepConfiguration configuration) : IFurtherTrials
{
    /// <summary>
    /// How often each step was scheduled since the program started. A step that could not reach its database
    /// <see cref="SweepRunner.LostAfterTrials"/> times is left to a resumed run.
    /// </summary>
    private readonly Dictionary<TrialId, int> _tries = [];

    /// <inheritdoc/>
    public IReadOnlyList<ScheduledTrial> Next(IReadOnlyList<JournalEntry> journal)
    {
        var plan = configuration.Search!;
        var bySearch = journal.OfType<TrialResult>().ToLookup(trial => SearchPlan.Searched(trial.Point));
        var searches = configuration.Points.Select(point => (Point: point, State: SearchState.Of(configuration, point,
            bySearch[point]))).ToList();
        var next = searches.Where(search => search.State.End == SearchEnd.Unfinished)
            .Select(search => (Point: plan.At(search.Point, search.State.Search.Next()), Trial: search.State.Trials + 1))
            .Where(step => _tries.GetValueOrDefault(new TrialId(step.Point.Key, step.Trial)) < SweepRunner.LostAfterTrials)
            .ToList();
        if (next.Count == 0)
        {
            return [];
        }

        int trial = next.Min(step => step.Trial);
        var round = next.FindAll(step => step.Trial == trial);
        var random = new SplitMix64(configuration.ScheduleSeed ^ ((ulong)trial << 32));
        int[] order = [.. Enumerable.Range(0, round.Count)];
        order = configuration.Order == SweepOrder.Rising ? order : Schedule.Shuffle(order, ref random);
        int position = searches.Sum(search => search.State.Trials);
        ScheduledTrial[] trials =
        [
            .. order.Select((index, place) =>
                new ScheduledTrial(position + place, round[index].Point, trial, trial <= configuration.WarmUp)),
        ];
        foreach (var scheduled in trials)
        {
            _tries[scheduled.Id] = _tries.GetValueOrDefault(scheduled.Id) + 1;
        }

        return trials;
    }
}
