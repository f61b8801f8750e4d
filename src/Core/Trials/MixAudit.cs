using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Trials;

/// <summary>
/// Audits a trial with a mix: proves that the database stores every record in its last version and no deleted one, and that every
/// operation had a right answer. <see cref="TrialRunner"/> calls it in each trial with a mix and <c>VerifyVerb</c> for a kept
/// one, instead of <see cref="Auditor"/>. It replays the operations of all lanes to know what must be stored. Where lanes share
/// their records, <see cref="WriteHistory"/> says which versions may be the last. It changes nothing in the database.
/// </summary>
public static class MixAudit
{
    /// <summary>Audits a target.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="request">The request of the trial.</param>
    /// <param name="mix">
    /// What the lanes did: operations that each lane started, wrong answers, and the writes to shared records if they are known.
    /// </param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target, IWorkload workload, IngestRequest request, MixOutcome mix, CancellationToken cancellation)
    {
        var operations = request.ToOperations();
        var audit = operations.Mix.IsShared
            ? OfShared(target, workload, request, mix, cancellation)
            : OfOwn(target, workload, request, mix, cancellation);
        return audit.With(mix.Findings);
    }

    /// <summary>
    /// Audits lanes that own their records: no two lanes changed the same record, so replayed operations say what must be stored.
    /// A record with a lasting update may be stored as that update left it.
    /// </summary>
    private static AuditResult OfOwn(
        ITarget target, IWorkload workload, IngestRequest request, MixOutcome mix, CancellationToken cancellation)
    {
        var lasting = new LastingUpdates(mix.Lasting);
        var sources = Replay(request, mix, (source, lanes) =>
            OperationReplay.Of(workload, request.ToOperations(), source, lanes, lasting, cancellation), cancellation);
        SourceExtent[] extents = [.. sources.Select(s => s.Extent)];
        var stored = lasting.Count == 0 ? new StoredContent(workload.Schema.ValueCount, extents)
            : new OwnContentCheck(workload, extents, lasting);
        return Auditor.Run(target, stored, source => sources[source].Checksum, cancellation, request.RequestTimeout);
    }

    /// <summary>Audits lanes that share their records: the times of their writes say which versions may be stored.</summary>
    private static AuditResult OfShared(
        ITarget target, IWorkload workload, IngestRequest request, MixOutcome mix, CancellationToken cancellation)
    {
        var operations = request.ToOperations();
        var sources = Replay(request, mix, (source, lanes) =>
            SharedReplay.Of(workload, operations, source, lanes, cancellation), cancellation);
        bool isKnown = mix.Shared.Count > 0;

        // If a source process was lost, its writes are unknown and may be stored in any record, so versions are not judged, and
        // no lost update is counted.
        bool isWhole = mix.Lanes.Count == operations.Sources * operations.Lanes;
        var verdict = !isWhole ? null
            : isKnown ? SharedVerdict.Of(operations, mix.Shared, mix.Shared.All(log => log.IsAtomic))
            : SharedReplay.MembersOf(operations, mix.Lanes, mix.SpareIncrements, cancellation);
        var stored = new SharedContentCheck(
            workload, new SharedKeys(operations), [.. sources.Select(s => s.Extent)],
            verdict is null ? static (_, _) => null : verdict.Judge);
        var audit = Auditor.Run(
            target, stored, source => sources[source].Checksum, cancellation, request.RequestTimeout, stored.Conclude);
        return verdict is null ? audit
            : audit.With(verdict.Findings) with { Shared = verdict.ToResult(isMembershipOnly: !isKnown) };
    }

    private static (SourceExtent Extent, ulong Checksum)[] Replay(
        IngestRequest request,
        MixOutcome mix,
        Func<int, IReadOnlyList<LaneProgress>, (SourceExtent Extent, ulong Checksum)> replay,
        CancellationToken cancellation)
    {
        var sources = new (SourceExtent Extent, ulong Checksum)[request.Point.Sources.Total];
        var lanes = mix.Lanes.ToLookup(lane => lane.Source);
        Parallel.For(0, sources.Length, new ParallelOptions { CancellationToken = cancellation }, source =>
            sources[source] = replay(source, [.. lanes[source]]));
        return sources;
    }
}
