using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>What is drawn as one line: points that differ in the plotted axis only.</summary>
/// <param name="Name">What tells it from the others.</param>
/// <param name="Look">Its look in every figure.</param>
/// <param name="Result">The result that it belongs to.</param>
/// <param name="Points">Its points, by the plotted axis.</param>
internal sealed record PlotSeries(string Name, Look Look, StoredResult Result, IReadOnlyList<PointSummary> Points)
{
    /// <summary>Its database under its client and contract; null when the manifest does not describe it.</summary>
    public TargetDescription? Target => Targets.Of(Result.Manifest, Points[0].Point);

    /// <summary>Whether the space that is measured is memory and no disk.</summary>
    public bool IsInMemory => Target?.InMemory == true;
}
