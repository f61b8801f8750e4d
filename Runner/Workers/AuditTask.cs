using DbIngest.Abstractions.Audit;

namespace DbIngest.Runner.Workers;

/// <summary>To the child: what was ingested, and which sources to read back. Ended early by <see cref="Stop"/>.</summary>
internal sealed record AuditTask : WorkerMessage
{
    /// <summary>What was ingested, into what; its sources are those of the share that there really are.</summary>
    public required OpenTask Ingested { get; init; }

    /// <summary>Whose rows to read.</summary>
    public required SourceShare Share { get; init; }

    /// <summary>For each of these sources, how many records it was to write.</summary>
    public required IReadOnlyList<long> Records { get; init; }

    /// <summary>For each of these sources, which of them were not acknowledged.</summary>
    public required IReadOnlyList<IReadOnlyList<SequenceRange>> Unacknowledged { get; init; }

    /// <summary>What each source of the trial was to write; of sources that are not of the share nothing is known, nor needed.</summary>
    /// <returns>One entry a source, the first ones included.</returns>
    public IReadOnlyList<SourceExtent> Extents() =>
    [
        .. Enumerable.Repeat(new SourceExtent(0, []), Ingested.FirstSource),
        .. Records.Zip(Unacknowledged, (records, ranges) => new SourceExtent(records, ranges)),
    ];
}
