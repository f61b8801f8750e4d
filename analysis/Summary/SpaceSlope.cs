using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Bytes per record as the slope of stored bytes over records, fitted to the points that differ in the number of records only.
/// The slope is free of the fixed overhead (preallocation) that dominates the quotient of small points.
/// </summary>
/// <remarks><c>Summarizer</c> fits one per group, and all points of the group share it.</remarks>
public sealed record SpaceSlope
{
    /// <summary>Number of different record counts in the group.</summary>
    public required int Points { get; init; }

    /// <summary>Number of trials to which the line is fitted.</summary>
    public required int N { get; init; }

    /// <summary>Slope of the line: stored bytes per record.</summary>
    public required double BytesPerRecord { get; init; }

    /// <summary>Student's t interval of the slope; null when n is below 3.</summary>
    public required Interval? IntervalBytesPerRecord { get; init; }

    /// <summary>Value of the line at 0 records: fixed overhead in bytes beyond the empty baseline.</summary>
    public required double InterceptBytes { get; init; }

    /// <summary>Share of the variance that the line explains.</summary>
    public required double RSquared { get; init; }

    /// <summary>Fits the points of a group.</summary>
    /// <param name="points">Points with their measured trials.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>
    /// Null when fewer than two different record counts have a measured space, and for points by duration or of a mix, whose
    /// number of records was not chosen.
    /// </returns>
    internal static SpaceSlope? Of(IReadOnlyList<PointTrials> points, double confidence)
    {
        (double X, double Y)[] all =
        [
            .. from point in points
               from trial in point.Measured
               where trial.Space is not null
               let stored = trial.StoredBefore + trial.AcknowledgedRecords + (trial.Repeats?.StoredTwice ?? 0)
               select ((double)stored, (double)trial.Space!.Net.StoredBytes),
        ];
        return points.Any(point => point.Point is not { DurationS: null, Mix: null })
            || LinearFit.Of(all, confidence) is not { } fit
            ? null
            : new SpaceSlope
            {
                Points = all.Select(point => point.X).Distinct().Count(),
                N = fit.N,
                BytesPerRecord = fit.Slope,
                IntervalBytesPerRecord = fit.SlopeInterval,
                InterceptBytes = fit.Intercept,
                RSquared = fit.RSquared,
            };
    }

    /// <summary>The axes that all points of a group share.</summary>
    internal static AxisValues GroupOf(Point point) => point.Axes.Only(axis => !axis.IsSize);
}
