using DbIngest.Abstractions.Audit;

namespace DbIngest.Runner.Workers;

/// <summary>
/// To the child: audit these sources. <see cref="SpreadAudit"/> sends it after ingestion, and <see cref="SourceProcess"/> answers
/// with <see cref="Audited"/> or <see cref="Failed"/>. A <see cref="Stop"/> cancels it. It may hold a password: never log it.
/// </summary>
internal sealed record AuditTask : WorkerMessage
{
    /// <summary>The task of the child's ingestion: the database, the workload, and which sources.</summary>
    public required OpenTask Ingested { get; init; }

    /// <summary>The sources to audit.</summary>
    public required SourceShare Share { get; init; }

    /// <summary>For each of these sources, the records that it tried to write.</summary>
    public required IReadOnlyList<long> Records { get; init; }

    /// <summary>For each of these sources, the ranges that were not acknowledged.</summary>
    public required IReadOnlyList<IReadOnlyList<SequenceRange>> Unacknowledged { get; init; }

    /// <summary>True if the database must store both copies of a record that was sent twice.</summary>
    public bool KeepsBoth { get; init; }

    /// <summary>
    /// For each of these sources, the batches whose second sending may or may not be stored. Empty if no record was sent twice.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<SequenceRange>> InDoubt { get; init; } = [];

    /// <summary>
    /// Returns one entry per source of the trial up to the last of the share. Entries of sources before the share are empty.
    /// </summary>
    public IReadOnlyList<SourceExtent> Extents() =>
    [
        .. Enumerable.Repeat(new SourceExtent(0, []), Ingested.FirstSource),
        .. Records.Select((records, i) => new SourceExtent(records, Unacknowledged[i], Repeats: RepeatsOf(i))),
    ];

    private SourceRepeats? RepeatsOf(int index) => Ingested.Request.RepeatsOf(Ingested.FirstSource + index) is { } schedule
        ? new SourceRepeats(schedule, KeepsBoth, InDoubt[index]) : null;
}
