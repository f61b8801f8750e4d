namespace DbIngest.Runner.Verbs;

/// <summary>What a run would do and take, as <c>plan --json</c> shows it.</summary>
/// <param name="Points">Points.</param>
/// <param name="Trials">Trials, warm-up included.</param>
/// <param name="Records">Records of all trials.</param>
/// <param name="RawBytes">The records' raw size before any encoding.</param>
/// <param name="EstimatedS">The time that the run would take.</param>
/// <param name="DiskNeededBytes">The most that trials take on the disk at once; null when no database is on this machine.</param>
/// <param name="DiskFreeBytes">What is free there; null when the filesystem does not tell.</param>
/// <param name="Fits">Whether the one fits into the other, with a tenth to spare; null when it is not known.</param>
/// <param name="Deviations">Where the study's protocol is not followed.</param>
/// <param name="Targets">What the pilot found, target by target.</param>
internal sealed record PlanReport(
    int Points,
    long Trials,
    long Records,
    long RawBytes,
    double EstimatedS,
    long? DiskNeededBytes,
    long? DiskFreeBytes,
    bool? Fits,
    IReadOnlyList<string> Deviations,
    IReadOnlyList<PlanTarget> Targets)
{
    /// <summary>Trials at most, where they go on until the intervals are narrow; null where their number is fixed.</summary>
    public long? MostTrials { get; init; }

    /// <summary>The time that so many would take.</summary>
    public double? MostS { get; init; }
}
