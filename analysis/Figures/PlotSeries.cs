using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// One line of the figures: points that differ in the plotted axis only. <see cref="PlotSet"/> and <see cref="MixFigures"/>
/// create it. Figures, answer and ranking share it.
/// </summary>
/// <param name="Name">Distinguishes the series from the others.</param>
/// <param name="Look">Colour, marker and dashes; equal in all figures.</param>
/// <param name="Result">The result that measured the points.</param>
/// <param name="Points">Points in the order of the plotted axis, missing ones included; at least one.</param>
internal sealed record PlotSeries(string Name, SeriesLook Look, StoredResult Result, IReadOnlyList<PointSummary> Points)
{
    /// <summary>The database under its client and durability level; null when the manifest does not describe it.</summary>
    public TargetDescription? Target => ManifestTargets.Of(Result.Manifest, Points[0].Point);

    /// <summary>True when the measured space is memory, not disk.</summary>
    public bool IsInMemory => Target?.InMemory == true;

    /// <summary>
    /// Logical cores of the machines of a side, of which its CPU share is. Older results divided by the cores of the client.
    /// </summary>
    /// <param name="use">Use of the client or the server in a trial; null where it was not read.</param>
    public int CoresOf(ResourceUse? use) => use?.Cores ?? Result.Manifest.Environment.Cores;
}
