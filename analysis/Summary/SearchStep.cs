using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// One trial of a search after the warm-up. <see cref="SearchFigures"/> lists them; figures draw the value over the rate.
/// </summary>
/// <param name="Trial">Number of the trial within its search.</param>
/// <param name="RecordsPerS">The rate of arrivals in records per second over all sources.</param>
/// <param name="Holds">Whether the limit held; null when the trial decides nothing, for example because its audit failed.</param>
/// <param name="Value">
/// The value that the limit bounds: seconds, batches, or a share. Null when it is unknown, for example because too many batches
/// were never begun for the percentile.
/// </param>
/// <remarks><c>summary.json</c> contains the members, so none may be renamed.</remarks>
public sealed record SearchStep(int Trial, double RecordsPerS, bool? Holds, double? Value)
{
    internal static SearchStep Of(SearchLimit limit, TrialResult trial, bool? holds)
    {
        double value = StepVerdict.Value(limit, trial);
        return new SearchStep(trial.Trial, trial.Point.Rate!.RecordsPerS, holds, double.IsFinite(value) ? value : null);
    }
}
