using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Trials;

/// <summary>
/// Audits a trial with a mix: proves that the database stores every record in its last version and no deleted one, and that every
/// read was answered accordingly. <see cref="TrialRunner"/> calls it instead of <see cref="Auditor"/>, and <c>verify</c> does so
/// too. It replays the operations of all lanes to know what must be stored. It changes nothing in the database.
/// </summary>
public static class MixAudit
{
    /// <summary>Audits a target.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="request">The request of the trial.</param>
    /// <param name="mix">Completed operations per lane.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target, IWorkload workload, IngestRequest request, MixOutcome mix, CancellationToken cancellation)
    {
        var sources = new (SourceExtent Extent, ulong Checksum)[request.Point.Sources.Total];
        var lanes = mix.Lanes.ToLookup(lane => lane.Source);
        var operations = request.ToOperations();
        Parallel.For(0, sources.Length, new ParallelOptions { CancellationToken = cancellation }, source =>
            sources[source] = OperationReplay.Of(workload, operations, source, [.. lanes[source]], cancellation));
        var audit = Auditor.Run(
            target, workload.Schema.ValueCount, [.. sources.Select(s => s.Extent)], source => sources[source]
                .Checksum, cancellation, requestTimeout: request.RequestTimeout);
        return mix.WrongAnswers == 0
            ? audit
            : audit with
            {
                Passed = false,
                Findings = [.. audit.Findings,
                    FormattableString.Invariant(
                    $"{mix.WrongAnswers} reads had a wrong answer, the first: {mix.FirstWrongAnswer}")],
            };
    }
}
