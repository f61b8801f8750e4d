using DbIngest.Core.Plan;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Estimates the time and disk space of trials of one target, from a pilot. <see cref="Pilot"/> creates it, and <c>PlanVerb</c>
/// adds up the trials of the whole sweep. The figures are rough and reach no result file.
/// </summary>
/// <param name="FixedS">Seconds per trial, independent of its size.</param>
/// <param name="PerRecordS">Seconds per record, or per operation of a mix, over all phases but the load.</param>
/// <param name="LoadPerRecordS">Seconds per record of the load before a mix. 0 without a mix.</param>
/// <param name="RecordsPerS">Throughput of the pilot's largest trial in records or operations per second, a rough figure.</param>
/// <param name="StoredBytesPerRecord">Data and index bytes per record.</param>
/// <param name="LogBytesPerRecord">Bytes of write-ahead log per record.</param>
/// <param name="BaselineBytes">Bytes of the empty table.</param>
internal sealed record PilotCost(
    double FixedS,
    double PerRecordS,
    double LoadPerRecordS,
    double RecordsPerS,
    double StoredBytesPerRecord,
    double LogBytesPerRecord,
    long BaselineBytes)
{
    /// <summary>Estimates the records or operations of one trial, also of a trial that is limited by time.</summary>
    /// <param name="point">The point.</param>
    public long Records(Point point) => point.DurationS is not { } duration
        ? Most(point)
        : (long)Math.Min(
            Most(point),
            duration * (point.Rate is { } rate ? Math.Min(RecordsPerS, rate.TotalRecordsPerS(point.Sources.Total))
                : RecordsPerS));

    private static long Most(Point point) => point.Mix is null ? point.TotalRecords
        : point.MostOperations * point.Sources.Total ?? long.MaxValue;

    /// <summary>Estimates the seconds of one trial.</summary>
    /// <param name="point">The point.</param>
    public double TrialS(Point point)
    {
        long records = Records(point);
        double arriving = point.Rate is { } rate ? records / rate.TotalRecordsPerS(point.Sources.Total) : 0;

        // Records of a prefill are written and audited like other records.
        return FixedS + (LoadPerRecordS * point.TotalRecords) + (PerRecordS * point.PrefilledRecords)
            + Math.Max(PerRecordS * records, Math.Max(arriving, point.DurationS ?? 0));
    }

    /// <summary>
    /// Estimates the bytes on disk at the end of one trial, including the log. A changed record counts like a new one, since many
    /// databases keep the old one for a while.
    /// </summary>
    /// <param name="point">The point.</param>
    public double DiskBytes(Point point) => BaselineBytes
        + ((StoredBytesPerRecord + LogBytesPerRecord) * (point.PrefilledRecords + (point.Mix is not { } mix ? Records(point)
            : point.TotalRecords + (Records(point) * mix.WrittenRecords(point.Batch)))));
}
