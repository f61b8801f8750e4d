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
    /// <summary>Seconds that one trial takes.</summary>
    public double TrialS(long records) => FixedS + (PerRecordS * records);

    /// <summary>Bytes on the disk at the end of one trial, log included.</summary>
    public double DiskBytes(long records) => BaselineBytes + ((StoredBytesPerRecord + LogBytesPerRecord) * records);
}
