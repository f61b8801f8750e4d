using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Bytes a record as the slope of stored bytes over records, for points that differ in the number of records only. The slope
/// is free of the fixed overhead (preallocation) that dominates the quotient of small points.
/// </summary>
public sealed record SpaceSlope
{
    /// <summary>Different numbers of records in the group.</summary>
    public required int Points { get; init; }

    /// <summary>Trials fitted.</summary>
    public required int N { get; init; }

    /// <summary>The slope.</summary>
    public required double BytesPerRecord { get; init; }

    /// <summary>Its Student t interval; null when n is below 3.</summary>
    public required Interval? IntervalBytesPerRecord { get; init; }

    /// <summary>The line at 0 records: the fixed overhead beyond the empty baseline.</summary>
    public required double InterceptBytes { get; init; }

    /// <summary>The share of the variance that the line explains.</summary>
    public required double RSquared { get; init; }

    /// <summary>Fits a group.</summary>
    /// <param name="points">The points of the group with their measured trials.</param>
    /// <param name="confidence">The confidence level of the interval.</param>
    /// <returns>The slope, or null when fewer than two different numbers of records have a measured space, or no number was chosen: by duration, or of a mix.</returns>
    internal static SpaceSlope? Of(IReadOnlyList<PointTrials> points, double confidence)
    {
        (double X, double Y)[] all =
        [
            .. from point in points
               from trial in point.Measured
               where trial.Space is not null
               select ((double)trial.AcknowledgedRecords, (double)trial.Space!.Net.StoredBytes),
        ];
        return points.Any(point => point.Point is not { DurationS: null, Mix: null }) || LinearFit.Of(all, confidence) is not { } fit
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

    /// <summary>What the points of a group have in common.</summary>
    internal static AxisValues GroupOf(Point point) => point.Axes.Only(axis => !axis.IsSize);
}
