namespace DbIngest.Runner.Verbs;

/// <summary>
/// The estimate that <c>plan</c> prints, as table or JSON. <see cref="PlanVerb"/> creates it. Its members are a published format.
/// </summary>
/// <param name="Points">Number of points.</param>
/// <param name="Trials">Number of trials, including warm-up trials.</param>
/// <param name="Records">Records of all trials, or operations of a mix.</param>
/// <param name="RawBytes">Raw bytes of these records before any encoding.</param>
/// <param name="EstimatedS">Estimated seconds of the run.</param>
/// <param name="DiskNeededBytes">Most bytes on this machine's disk at once. Null if no database is local.</param>
/// <param name="DiskFreeBytes">
/// Free bytes there. Null if the filesystem does not tell, or if the run did not choose the disk: that of a server or container.
/// </param>
/// <param name="Fits">True if the need fits with a tenth to spare. Null if unknown.</param>
/// <param name="Deviations">Deviations from the protocol of a study or of a YCSB file.</param>
/// <param name="Targets">The estimate of each target.</param>
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
    /// <summary>Records that all trials load first. Null without <c>--prefill</c>. Time and disk include them.</summary>
    public long? PrefilledRecords { get; init; }

    /// <summary>
    /// Names of the axes, such as <c>batch</c>, for whose values one pilot stands. Other values may cost more or less.
    /// </summary>
    public IReadOnlyList<string> NotPiloted { get; init; } = [];

    /// <summary>Deployments on which each point is measured. Null without <c>--isolate</c>.</summary>
    public int? Blocks { get; init; }

    /// <summary>Most trials of a sweep with <c>--precision</c>. Null for a fixed number.</summary>
    public long? MostTrials { get; init; }

    /// <summary>Estimated seconds of the run with <see cref="MostTrials"/> trials. Null for a fixed number.</summary>
    public double? MostS { get; init; }
}
