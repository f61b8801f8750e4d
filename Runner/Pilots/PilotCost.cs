using DbIngest.Core.Plan;

namespace DbIngest.Runner.Pilots;

/// <summary>What trials of a target cost, from a pilot.</summary>
/// <param name="FixedS">Seconds a trial, whatever its size.</param>
/// <param name="PerRecordS">Seconds a record, all phases of the trial together.</param>
/// <param name="RecordsPerS">Throughput of the pilot's largest trial; a small trial's, so a rough figure.</param>
/// <param name="StoredBytesPerRecord">Data and index bytes a record.</param>
/// <param name="LogBytesPerRecord">Write-ahead log bytes a record.</param>
/// <param name="BaselineBytes">The empty schema.</param>
internal sealed record PilotCost(
    double FixedS,
    double PerRecordS,
    double RecordsPerS,
    double StoredBytesPerRecord,
    double LogBytesPerRecord,
    long BaselineBytes)
{
    /// <summary>Records, or operations, that one trial of a point has: by duration, those that the rate or the database makes of it.</summary>
    /// <param name="point">The point.</param>
    public long Records(Point point) => point.DurationS is not { } duration
        ? point.TotalRecords
        : (long)Math.Min(
            point.Mix is null ? point.TotalRecords : long.MaxValue,
            duration * (point.Rate is { } rate ? Math.Min(RecordsPerS, rate.TotalRecordsPerS(point.Sources.Total)) : RecordsPerS));

    /// <summary>Seconds that one trial of a point takes.</summary>
    /// <param name="point">The point.</param>
    public double TrialS(Point point)
    {
        long records = Records(point);
        double arriving = point.Rate is { } rate ? records / rate.TotalRecordsPerS(point.Sources.Total) : 0;
        return FixedS + Math.Max(PerRecordS * records, Math.Max(arriving, point.DurationS ?? 0));
    }

    /// <summary>Bytes on the disk at the end of one trial of a point, log included.</summary>
    /// <param name="point">The point.</param>
    public double DiskBytes(Point point) => BaselineBytes
        + ((StoredBytesPerRecord + LogBytesPerRecord) * (Records(point) + (point.Mix is null ? 0 : point.TotalRecords)));
}
