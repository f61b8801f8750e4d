using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// The trial of a series that figures over time show. <see cref="TimeFigures"/> chooses it. <see cref="UsageFigures"/> and <see
/// cref="StoredFigures"/> draw the same one.
/// </summary>
/// <param name="Point">The largest point of the series that has figures.</param>
/// <param name="Trial">The measured trial of median time.</param>
/// <param name="Series">The line of the figures that the trial belongs to.</param>
internal sealed record TimedTrial(PlotSeries Series, PointSummary Point, TrialResult Trial);
