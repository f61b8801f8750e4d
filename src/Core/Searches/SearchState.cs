using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Core.Searches;

/// <summary>
/// The state of the search at one point, rebuilt from the trials of the journal. <see cref="Sweeps.SearchTrials"/> asks it for
/// the next rate, and <c>SearchFigures</c> of the summary for the answer. It must stay a pure function of configuration and
/// trials, so that a resumed search continues with the same rates. Immutable.
/// </summary>
public sealed record SearchState
{
    /// <summary>
    /// The search is given up after this many trials in a row that say nothing: they or their audit failed, or nothing arrived.
    /// </summary>
    public const int FailingAfter = 3;

    private SearchState(RateSearch search, SearchEnd end, int trials, IReadOnlyList<(TrialResult Trial, bool? Holds)> steps)
    {
        Search = search;
        End = end;
        Trials = trials;
        Steps = steps;
    }

    /// <summary>The estimate, and the rate of the next step.</summary>
    public RateSearch Search { get; }

    /// <summary>How the search ended, or <see cref="SearchEnd.Unfinished"/>.</summary>
    public SearchEnd End { get; }

    /// <summary>
    /// Number of trials in a row from number 1, warm-up included. The next trial has the number after it. Trials after a gap
    /// are not counted.
    /// </summary>
    public int Trials { get; }

    /// <summary>
    /// The trials after the warm-up in their order, and whether each held the limit. <c>Holds</c> is null for a trial that says
    /// nothing. Such a trial uses up a step.
    /// </summary>
    public IReadOnlyList<(TrialResult Trial, bool? Holds)> Steps { get; }

    /// <summary>Rebuilds the state.</summary>
    /// <param name="configuration">The sweep, which has a search.</param>
    /// <param name="point">A point of the configuration.</param>
    /// <param name="trials">The trials of its search in the order of the journal. The last line of a trial counts.</param>
    public static SearchState Of(SweepConfiguration configuration, Point point, IEnumerable<TrialResult> trials)
    {
        var plan = configuration.Search!;
        var byNumber = trials.Where(trial => trial.Status != TrialStatus.Unreachable)
            .GroupBy(trial => trial.Trial).ToDictionary(lines => lines.Key, lines => lines.Last());

        // Each rate depends on the steps before it, so trials after a gap do not count.
        int done = Enumerable.Range(1, byNumber.Count).TakeWhile(byNumber.ContainsKey).Count();
        (TrialResult Trial, bool? Holds)[] steps =
        [
            .. Enumerable.Range(1, done).Where(number => number > configuration.WarmUp).Select(number => byNumber[number])
                .Select(trial => (trial, StepVerdict.Holds(plan.Limit, trial))),
        ];
        (double, bool)[] known =
        [
            .. from step in steps
               where step.Holds is not null
               select (step.Trial.Point.Rate!.RecordsPerS, step.Holds == true),
        ];
        var (lowest, highest) = plan.RatesOf(point);
        int most = configuration.Trials - configuration.WarmUp - (steps.Length - known.Length);
        var search = new RateSearch(
            known, lowest, highest, plan.Precision, most, configuration.Confidence, configuration.ScheduleSeed);
        bool isFailing = steps.Length >= FailingAfter && steps.TakeLast(FailingAfter).All(step => step.Holds is null);
        return new SearchState(
            search, isFailing && search.End is SearchEnd.Unfinished or SearchEnd.MostSteps ? SearchEnd.Failing
                : search.End, done, steps);
    }
}
