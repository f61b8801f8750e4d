using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Reproduce;

/// <summary>
/// Averages a figure over several points trial by trial: the first measured trials of all points give one average, the second
/// measured trials another. So the average over points has a sample and an interval. <see cref="Study3Data"/>,
/// <see cref="Study4Data"/> and <see cref="PersistenceFindings"/> call it. If one trial lacks the figure, there is no average.
/// </summary>
internal static class TrialAverages
{
    /// <summary>Computes the averages.</summary>
    /// <param name="points">
    /// The points. The point with the fewest measured trials decides the number of averages, or the number of blocks that all
    /// have where there are several.
    /// </param>
    /// <param name="figure">The figure of a trial; null where it has none.</param>
    /// <returns>Null without a point, or if a trial has no figure.</returns>
    public static SampleStatistics? Of(IReadOnlyList<PointSummary> points, Func<TrialResult, double?> figure)
    {
        if (points.Count == 0)
        {
            return null;
        }

        if (points.Any(point => BlockMeans.Count(point.Measured) > 1))
        {
            return OfBlocks(points, figure);
        }

        var averages = new List<double>();
        for (int trial = 0; trial < points.Min(point => point.Measured.Count); trial++)
        {
            if (points.Select(point => figure(point.Measured[trial])).ToList() is var figures && figures.Contains(null))
            {
                return null;
            }

            averages.Add(points.Average(point => figure(point.Measured[trial])!.Value));
        }

        return SampleStatistics.OfAny(averages);
    }

    /// <summary>
    /// Averages block by block: the trials of a deployment share its peculiarities, so that deployments repeat where there are
    /// several. Blocks that a point lacks are left out. Where the points do not share two blocks, as a point that was measured
    /// without blocks beside others, nothing repeats: all their trials give one average.
    /// </summary>
    private static SampleStatistics? OfBlocks(IReadOnlyList<PointSummary> points, Func<TrialResult, double?> figure)
    {
        if (points.Any(point => point.Measured.Count == 0 || point.Measured.Any(trial => figure(trial) is null)))
        {
            return null;
        }

        var blocks = points.Select(point => point.Measured.Select(trial => trial.Block))
            .Aggregate((common, other) => common.Intersect(other)).Distinct().ToList();
        double Mean(Func<TrialResult, bool> counts) =>
            points.Average(point => point.Measured.Where(counts).Average(trial => figure(trial)!.Value));
        double[] averages = blocks.Count > 1 ? [.. blocks.Select(block => Mean(trial => trial.Block == block))]
            : [Mean(_ => true)];
        return SampleStatistics.OfAny(averages);
    }

    /// <summary>Returns Student's t interval of the mean of averages, cut at 0. Null for fewer than two averages.</summary>
    public static Interval? IntervalOf(SampleStatistics? averages, double confidence) => averages is { N: > 1, Sd: { } sd }
        && StudentT.HalfWidth(confidence, averages.N - 1, sd / Math.Sqrt(averages.N)) is var half
        ? new Interval(Math.Max(0, averages.Mean - half), averages.Mean + half)
        : null;

    /// <summary>
    /// Returns the 95th percentile of a trial's latencies in milliseconds: response times in an open loop, else service times.
    /// </summary>
    public static double? P95Ms(TrialResult trial) =>
        LatencyFigures.Of([trial.OpenLoop?.Response ?? trial.Latency])?.P95Us / 1e3;

    /// <summary>
    /// Returns the mean of a trial's latencies in milliseconds: response times in an open loop, else service times.
    /// </summary>
    public static double? MeanMs(TrialResult trial) => (trial.OpenLoop?.Response ?? trial.Latency)?.MeanUs / 1e3;
}
