using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>A trial that is shown over time.</summary>
/// <param name="Series">Its series.</param>
/// <param name="Point">Its point.</param>
/// <param name="Trial">The trial.</param>
internal sealed record TimedTrial(PlotSeries Series, PointSummary Point, TrialResult Trial);
