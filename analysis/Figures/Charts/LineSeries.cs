using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>A line of a chart.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Look">Its look, the same in all figures of a report.</param>
/// <param name="Points">Its points from left to right.</param>
internal sealed record LineSeries(string Name, Look Look, IReadOnlyList<LinePoint> Points);
