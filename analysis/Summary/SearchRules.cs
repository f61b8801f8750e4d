using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Judges rule 33, about the sustainable rate. <see cref="Rules.SweepRules"/> calls it for every sweep, and <c>StoreEvidence</c>
/// and <c>SearchRow</c> call it for one search of it. Its labels stand in <c>RuleLabels</c> too: change both together.
/// </summary>
internal static class SearchRules
{
    /// <summary>Judges every search of a sweep and returns the gravest verdict; the first of equally grave ones.</summary>
    public static RuleVerdict Rule33Search(SweepSummary summary)
    {
        if (summary.Searches.Count == 0)
        {
            return RuleVerdict.NotApplicable(33, "No sustainable rate was searched for.");
        }

        return summary.Searches.Select(Judge).MinBy(verdict => verdict.State switch
        {
            RuleState.Broken => 0,
            RuleState.Noted => 1,
            _ => 2,
        })!;
    }

    /// <summary>The verdicts on a whole sweep that bear on one of its searches: of rule 33, the one on that search.</summary>
    public static IEnumerable<RuleVerdict> Of(SweepSummary summary, SearchFigures search) =>
        summary.Rules.Where(verdict => verdict.Rule != 33).Append(Judge(search));

    private static RuleVerdict Judge(SearchFigures search) => search.End switch
    {
        SearchEnd.Failing => RuleVerdict.Broken(33, $"search given up",
            $"{search.Point.Database}: {SearchState.FailingAfter} trials in a row failed, or nothing arrived in them."),
        SearchEnd.NoRateHolds => RuleVerdict.Broken(33, $"no rate holds",
            $"{search.Point.Database}: already {search.LowestRecordsPerS:#,0} {LoadWords.Unit(search.Point)} break the limit ({search.LimitWords()}); search lower rates by --find-rates, or allow more."),
        SearchEnd.EveryRateHolds => RuleVerdict.Noted(33, $"every rate holds",
            $"{search.Point.Database}: {search.HighestRecordsPerS:#,0} {LoadWords.Unit(search.Point)} hold the limit ({search.LimitWords()}), and no higher rate was searched; name higher ones by --find-rates."),
        SearchEnd.Found or SearchEnd.MostSteps when search.RecordsPerS is null => RuleVerdict.Broken(33, $"search given up",
            $"{search.Point.Database}: the limit held in all or none of the trials that say something: no rate is known."),
        SearchEnd.Found or SearchEnd.MostSteps when search.HalfWidthShare > RuleLimits.HalfWidthBounds => RuleVerdict.Noted(33,
            $"no bounds",
            $"{search.Point.Database}: half the interval of {search.Steps.Count} steps is wider than the rate itself and bounds nothing; more --trials by --resume narrow it."),
        SearchEnd.MostSteps => RuleVerdict.Noted(33, $"rate +-{search.HalfWidthShare * 100:0.0} %",
            $"{search.Point.Database}: after {search.Steps.Count} steps the interval is wider than the +-{search.AskedPrecision * 100:0.##} % that were asked for; more --trials by --resume narrow it."),
        SearchEnd.Unfinished => RuleVerdict.Noted(33, $"search unfinished",
            $"{search.Point.Database}: the search has not ended; resume to complete."),
        _ when search.HalfWidthShare > RuleLimits.HalfWidthMost => RuleVerdict.Noted(33,
            $"rate +-{search.HalfWidthShare * 100:0.0} %",
            $"{search.Point.Database}: trials near the edge differ much, so that {search.Steps.Count} of them leave a wide interval; more --trials by --resume narrow it."),
        _ => RuleVerdict.Kept(33,
            $"The sustainable rates have intervals, from trials on both sides of each: +-{search.HalfWidthShare * 100:0.0} %."),
    };
}
