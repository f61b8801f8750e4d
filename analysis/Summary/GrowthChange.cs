namespace DbIngest.Analysis.Summary;

/// <summary>A change of the level of throughput within a trial. <see cref="TrialGrowth"/> finds it.</summary>
/// <param name="StoredRecords">Records that the table stored at the change, those of a prefill included.</param>
/// <param name="AtS">Seconds since the common start.</param>
/// <param name="BeforeRecordsPerS">Throughput from the previous change, or the start, to this change.</param>
/// <param name="AfterRecordsPerS">Throughput from this change to the next change, or the end.</param>
/// <param name="P">Probability of a change at least as large when the level does not change.</param>
/// <remarks>
/// It comes from E-divisive on means of neighbouring samples. Changes too small to matter are left out (<c>RuleLimits</c>).
/// <c>summary.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record GrowthChange(
    long StoredRecords, double AtS, double BeforeRecordsPerS, double AfterRecordsPerS, double P);
