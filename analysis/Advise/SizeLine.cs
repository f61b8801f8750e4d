using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// Points of one store that differ in the number of records only, and so share one line of bytes over records.
/// <see cref="StoreEvidence"/> creates one per line of each sweep over sizes, and takes the disk space from one of them.
/// </summary>
/// <param name="Result">The sweep.</param>
/// <param name="Points">The points, at least one. All have the same slope.</param>
internal sealed record SizeLine(StoredResult Result, IReadOnlyList<PointSummary> Points)
{
    /// <summary>The line.</summary>
    public SpaceSlope Slope => Points[0].SpaceSlope!;

    /// <summary>Test whether a line fits the sizes. Null for fewer than three sizes, and for one trial per size.</summary>
    public LackOfFit? Fit { get; } = LackOfFit.Of(
        [
            .. Points.Select(point => (IReadOnlyList<(double X, double Y)>)
                [.. point.Measured.Select(SpaceSlope.PlaceOf).OfType<(double X, double Y)>()]),
        ], Result.Summary.Confidence);

    /// <summary>
    /// Interval of the slope in bytes per record: that of <see cref="Slope"/>, or the wider one from the means of the sizes where
    /// these lie off the line by more than their trials scatter. A database that rounds up to whole files is off the line by the
    /// same bytes in each trial, so further trials of the same sizes tell nothing of the line's error.
    /// </summary>
    public Interval? IntervalBytesPerRecord => Slope.IntervalBytesPerRecord is { } ofTrials
        && Fit is { IsSignificant: true, SlopeInterval: var ofSizes } && WidthOf(ofSizes) > WidthOf(ofTrials)
            ? ofSizes : Slope.IntervalBytesPerRecord;

    /// <summary>Most records that the database held after a measured trial.</summary>
    public double MostStored => Points.SelectMany(point => point.Measured)
        .Select(trial => (double)(trial.StoredBefore + trial.AcknowledgedRecords)).DefaultIfEmpty().Max();

    /// <summary>
    /// Planned trials that failed, did not reach the database or did not run, for which a run ends with exit code 4.
    /// </summary>
    public int LostTrials => Points.Sum(point => point.Trials.Incomplete + point.Trials.WarmUpFailed + point.Trials.Unreachable
        + point.Trials.NotRun);

    private static double WidthOf(Interval interval) => interval.High - interval.Low;
}
