using DbIngest.Analysis.Statistics;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Computes the interval of the mean bytes per record of a point, from the means of blocks where there are several.
/// <c>AbsoluteGate</c> and <c>LineFigures</c> call it for a point whose space was measured. Trials without a measured space are
/// left out.
/// </summary>
internal static class SpaceInterval
{
    /// <summary>The interval by Student's t. Null for fewer than two values.</summary>
    public static Interval? Of(PointSummary point, double confidence)
    {
        TrialResult[] trials = [.. point.Measured.Where(trial => trial.Space is not null)];
        double[] bytes = [.. trials.Select(trial => trial.Space!.BytesPerRecord)];
        return StudentT.OfMean(SampleStatistics.Of(BlockMeans.Of(trials, bytes)), confidence);
    }
}
