using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;

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

    /// <summary>The measured trials of one of its points.</summary>
    public IEnumerable<TrialResult> Measured(PointSummary point) => Result.Summary.Trials.Where(trial =>
        !trial.WarmUp && trial.Status == TrialStatus.Complete && trial.ElapsedS > 0 && trial.Point == point.Point);
}
