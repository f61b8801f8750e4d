using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>One line of the figures: points that differ in the plotted axis only.</summary>
/// <param name="Name">Distinguishes the series from the others.</param>
/// <param name="Look">Equal in all figures.</param>
/// <param name="Result">Result of the points.</param>
/// <param name="Points">In the order of the plotted axis.</param>
internal sealed record PlotSeries(string Name, SeriesLook Look, StoredResult Result, IReadOnlyList<PointSummary> Points)
{
    /// <summary>The database under its client and durability level; null when the manifest does not describe it.</summary>
    public TargetDescription? Target => ManifestTargets.Of(Result.Manifest, Points[0].Point);

    /// <summary>True when the measured space is memory, not disk.</summary>
    public bool IsInMemory => Target?.InMemory == true;
}
