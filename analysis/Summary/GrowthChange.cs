namespace DbIngest.Analysis.Summary;

/// <summary>A change of the level of throughput within a trial. <see cref="TrialGrowth"/> finds it.</summary>
/// <param name="StoredRecords">Records that the table stored when it happened.</param>
/// <param name="AtS">Seconds since the common start.</param>
/// <param name="BeforeRecordsPerS">Throughput from the change before, or the start, up to it.</param>
/// <param name="AfterRecordsPerS">Throughput from it up to the next change, or the end.</param>
/// <param name="P">How likely as large a change is where there is none.</param>
public sealed record GrowthChange(
    long StoredRecords, double AtS, double BeforeRecordsPerS, double AfterRecordsPerS, double P);
