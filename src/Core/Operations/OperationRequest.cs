namespace DbIngest.Core.Operations;

/// <summary>
/// Everything that the operations of a trial derive from. <see cref="Pipeline.IngestRequest.ToOperations"/> makes it for the
/// lanes, and again for the audit's replay. Both must get equal requests, or the audit reports wrong content. Immutable.
/// </summary>
/// <param name="Mix">The weights of the operations.</param>
/// <param name="Seed">Seed of the sweep.</param>
/// <param name="Lanes">Lanes per source.</param>
/// <param name="Batch">Records per insertion.</param>
/// <param name="LoadedRecords">Records that each source inserts before the trial.</param>
public sealed record OperationRequest(OperationMix Mix, ulong Seed, int Lanes, int Batch, long LoadedRecords)
{
    /// <summary>Sources of the trial over all processes. With shared keys they all draw from the same records.</summary>
    public int Sources { get; init; } = 1;

    /// <summary>
    /// Operations per source. Null for as many as the source has loaded records. YCSB's law spreads its keys also over the
    /// records that these operations are expected to insert.
    /// </summary>
    public long? OperationsPerSource { get; init; }

    /// <summary>
    /// Version of the law by which lanes draw operations. A change of what <see cref="OperationStream"/> or
    /// <c>SharedStream</c> draws must increase it: a stored mix can be audited only with the law that drew it. Results without
    /// this number have version 1.
    /// </summary>
    public const int Law = 2;
}
