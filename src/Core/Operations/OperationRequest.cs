namespace DbIngest.Core.Operations;

/// <summary>Everything that the operations of a trial derive from. Lanes and the audit's replay get the same.</summary>
/// <param name="Mix">The weights of the operations.</param>
/// <param name="Seed">Seed of the sweep.</param>
/// <param name="Lanes">Lanes per source.</param>
/// <param name="Batch">Records per insertion.</param>
/// <param name="LoadedRecords">Records that each source inserts before the trial.</param>
public sealed record OperationRequest(OperationMix Mix, ulong Seed, int Lanes, int Batch, long LoadedRecords)
{
    /// <summary>Sources of the trial over all processes, which share their records where the mix says so.</summary>
    public int Sources { get; init; } = 1;

    /// <summary>
    /// Operations that each source is to do, if they are another number than its loaded records. YCSB's law spreads its keys over
    /// the records that these are expected to insert.
    /// </summary>
    public long? OperationsPerSource { get; init; }

    /// <summary>
    /// Version of the law by which lanes draw operations. Whoever changes what <see cref="OperationStream"/> draws increases it:
    /// the audit of a stored mix is only possible with the law that drew it. Results without it have version 1.
    /// </summary>
    public const int Law = 2;
}
