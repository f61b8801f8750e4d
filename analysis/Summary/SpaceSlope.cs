using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Bytes per record as the slope of stored bytes over records, fitted to the points that differ in the number of records only.
/// The slope is free of the fixed overhead (preallocation) that dominates the quotient of small points.
/// </summary>
/// <remarks>
/// <c>Summarizer</c> fits one per group, and all points of the group share it. <c>summary.json</c> contains the members, so none
/// may be renamed.
/// </remarks>
public sealed record SpaceSlope
{
    /// <summary>Number of different record counts in the group.</summary>
    public required int Points { get; init; }

    /// <summary>Number of trials to which the line is fitted.</summary>
    public required int N { get; init; }

    /// <summary>Slope of the line: stored bytes per record.</summary>
    public required double BytesPerRecord { get; init; }

    /// <summary>
    /// Student's t interval of the slope; null when n is below 3. Where there are several blocks, the lines of the blocks give
    /// it, each by itself; null when fewer than two of them have a line.
    /// </summary>
    public required Interval? IntervalBytesPerRecord { get; init; }

    /// <summary>Value of the line at 0 records: fixed overhead in bytes beyond the empty baseline.</summary>
    public required double InterceptBytes { get; init; }

    /// <summary>Share of the variance that the line explains.</summary>
    public required double RSquared { get; init; }

    /// <summary>Fits the points of a group.</summary>
    /// <param name="points">Points with their measured trials.</param>
    /// <param name="confidence">Level, between 0 and 1.</param>
    /// <returns>
    /// Null when fewer than two different record counts have a measured space, where all trials have 0 bytes, as of a server that
    /// does not tell its space, and for points by duration or of a mix, whose number of records was not chosen.
    /// </returns>
    internal static SpaceSlope? Of(IReadOnlyList<PointTrials> points, double confidence)
    {
        (TrialResult Trial, double X, double Y)[] all =
        [
            .. from point in points
               from trial in point.Measured
               let place = PlaceOf(trial)
               where place is not null
               select (trial, place!.Value.X, place!.Value.Y),
        ];
        (double X, double Y)[] line = [.. all.Select(trial => (trial.X, trial.Y))];
        return points.Any(point => point.Point is not { DurationS: null, Mix: null }) || line.All(place => place.Y == 0)
            || LinearFit.Of(line, confidence) is not { } fit
            ? null
            : new SpaceSlope
            {
                Points = line.Select(point => point.X).Distinct().Count(),
                N = fit.N,
                BytesPerRecord = fit.Slope,
                IntervalBytesPerRecord =
                    fit.SlopeIntervalOf(BlockMeans.Groups([.. all.Select(trial => trial.Trial)], line), confidence),
                InterceptBytes = fit.Intercept,
                RSquared = fit.RSquared,
            };
    }

    /// <summary>The records that a trial stored, and the bytes that they take. Null if its space was not measured.</summary>
    internal static (double X, double Y)? PlaceOf(TrialResult trial) => trial.Space is not { } space ? null
        : (trial.StoredBefore + trial.AcknowledgedRecords + (trial.Repeats?.StoredTwice ?? 0), space.Net.StoredBytes);

    /// <summary>The axes that all points of a group share.</summary>
    internal static AxisValues GroupOf(Point point) => point.Axes.Only(axis => !axis.IsSize);
}
