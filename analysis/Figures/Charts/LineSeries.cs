using DbIngest.Analysis.Figures.Drawing;

namespace DbIngest.Analysis.Figures.Charts;

/// <summary>One line of a <see cref="LineChart"/>. The classes that create such a chart create its lines.</summary>
/// <param name="Name">Name in the legend.</param>
/// <param name="Look">Colour, marker and dashes; equal in all figures of a report.</param>
/// <param name="Points">Points from left to right.</param>
internal sealed record LineSeries(string Name, SeriesLook Look, IReadOnlyList<LinePoint> Points);
