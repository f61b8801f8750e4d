using System.Globalization;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Says where sources wrote fewer records than they have series (<c>--series</c>), as trials by duration may: their figures are
/// those of fewer series. Trials with a prefill are not looked at. <see cref="SummaryTable"/> puts the sentences among its notes.
/// </summary>
internal static class SeriesSentences
{
    /// <summary>Writes one sentence per number of series. None for a sweep whose sources wrote enough.</summary>
    public static IEnumerable<string> Of(SweepSummary summary) =>
        from point in summary.Points
        where point.Point.Series is not null
        from trial in point.Measured
        where trial.StoredBefore == 0
        from source in trial.Sources
        where source.AcknowledgedRecords < point.Point.Series!.Count
        group source.AcknowledgedRecords by point.Point.Series!.Words into few
        select string.Create(CultureInfo.InvariantCulture,
            $"{few.Key}: in a trial a source wrote {few.Min():#,0} records, so that some series have none; give a longer "
            + $"--duration or fewer --series.");
}
