using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The answer of one search (<c>--find</c>): the highest rate of arrivals that holds a limit, with its interval.
/// <see cref="Summarizer"/> computes it from the journal; tables, the answer, gates, rule 33 and <c>compare</c> read it.
/// </summary>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record SearchFigures
{
    /// <summary>Axes of the searched point, without a rate.</summary>
    public required Point Point { get; init; }

    /// <summary>The limit, for example <c>p99:50ms</c>.</summary>
    public required SearchLimit Limit { get; init; }

    /// <summary>How the search ended.</summary>
    public required SearchEnd End { get; init; }

    /// <summary>
    /// The sustainable rate in records per second over all sources: the rate that holds the limit in half of all trials. Null
    /// until one step held the limit and another broke it, and when the rate lies outside of the searched rates.
    /// </summary>
    public required double? RecordsPerS { get; init; }

    /// <summary>
    /// Interval of the rate, of the Bayesian posterior that <c>docs/explanation/statistics.md</c> describes. Null where
    /// <see cref="RecordsPerS"/> is.
    /// </summary>
    public required Interval? IntervalRecordsPerS { get; init; }

    /// <summary>Requested half-width of the interval as a share of the rate; null when none was requested.</summary>
    public required double? AskedPrecision { get; init; }

    /// <summary>Lowest rate to search, in records per second over all sources.</summary>
    public required double LowestRecordsPerS { get; init; }

    /// <summary>Highest rate to search, in records per second over all sources.</summary>
    public required double HighestRecordsPerS { get; init; }

    /// <summary>Trials after the warm-up, in the order in which they ran.</summary>
    public required IReadOnlyList<SearchStep> Steps { get; init; }

    /// <summary>What records cost at the sustainable rate; null without prices.</summary>
    [System.Text.Json.Serialization.JsonIgnore(Condition = System.Text.Json.Serialization.JsonIgnoreCondition.WhenWritingNull)]
    public CostFigures? Cost { get; init; }

    /// <summary>True if the records of its trials arrived as a Poisson process, false if at equal intervals.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsPoisson { get; init; }

    /// <summary>Half of the interval's width as a share of the rate; null without a rate.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public double? HalfWidthShare => RecordsPerS is { } rate ? IntervalRecordsPerS?.HalfWidthShareOf(rate) : null;

    /// <summary>Computes one search per point of the configuration. Empty for a sweep without <c>--find</c>.</summary>
    internal static IReadOnlyList<SearchFigures> Of(Manifest manifest, IReadOnlyList<JournalEntry> entries)
    {
        var configuration = manifest.Configuration;
        if (configuration.Search is not { } plan)
        {
            return [];
        }

        var bySearch = entries.OfType<TrialResult>().ToLookup(trial => SearchPlan.Searched(trial.Point));
        return
        [
            .. configuration.Points.Select(point => Priced(manifest,
                Of(plan, point, SearchState.Of(configuration, point, bySearch[point])), [.. bySearch[point]])),
        ];
    }

    private static SearchFigures Priced(Manifest manifest, SearchFigures search, IReadOnlyList<TrialResult> trials) =>
        manifest.Prices is not { } prices ? search : search with
        {
            Cost = CostFigures.Of(prices, search.Point.Database, PricedMachines.Of(manifest, search.Point), search.RecordsPerS,
                search.IntervalRecordsPerS,

                // As of a point: the operations of a mix are no records that stay.
                search.Point.Mix is not null ? null
                    : trials.Where(trial => !trial.WarmUp && trial.Status == TrialStatus.Complete)
                        .Average(trial => trial.Space?.BytesPerRecord)),
        };

    private static SearchFigures Of(SearchPlan plan, Point point, SearchState state)
    {
        var (lowest, highest) = plan.RatesOf(point);
        bool isOutside = state.End is SearchEnd.EveryRateHolds or SearchEnd.NoRateHolds;
        bool hasRate = !isOutside && state.Steps.Any(step => step.Holds == true) && state.Steps.Any(step => step.Holds == false);
        return new SearchFigures
        {
            Point = point,
            Limit = plan.Limit,
            End = state.End,
            RecordsPerS = hasRate ? state.Search.Rate : null,
            IntervalRecordsPerS = hasRate ? new Interval(state.Search.Low, state.Search.High) : null,
            AskedPrecision = plan.Precision > 0 ? plan.Precision : null,
            LowestRecordsPerS = lowest,
            HighestRecordsPerS = highest,
            IsPoisson = plan.IsPoisson,
            Steps = [.. state.Steps.Select(step => SearchStep.Of(plan.Limit, step.Trial, step.Holds))],
        };
    }

    /// <summary>The limit in words, which counts operations if the searched point has a mix, else records.</summary>
    public string LimitWords() => Limit.Words(Point.Mix is not null);
}
