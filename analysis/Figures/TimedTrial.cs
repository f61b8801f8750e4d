using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>The trial of a series that figures over time show.</summary>
internal sealed record TimedTrial(PlotSeries Series, PointSummary Point, TrialResult Trial);
